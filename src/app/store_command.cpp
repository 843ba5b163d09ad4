// Subcommand `store`: checks a store, or copies it between a folder and a database.
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "site/public_archive.h"
#include "store/store_place.h"
#include "text/rules_text.h"

namespace nl {
namespace {

struct StoreFlags {
  StorePlace from;
  StorePlace to;
};

void print(const StoreCount& count, const ArchiveCount& archive) {
  std::cout << Json{{"open", count.open},       {"closed", count.closed},
                    {"entries", count.entries}, {"bytes", count.bytes},
                    {"games", archive.games},   {"voided", archive.voided},
                    {"ladder", archive.ladder}, {"device_sync", archive.device_sync},
                    {"daily", archive.daily},   {"reports", archive.reports}}
                   .dump()
            << '\n';
}

template <class Work, class ArchiveWork>
void tell_faults(Work work, ArchiveWork archive_work) {
  try {
    const StoreCount count = work();
    print(count, archive_work());
  } catch (const std::runtime_error& error) {  // of the store, or of the file system
    throw ProgramError(kExitDifferent, error.what());
  }
}

}  // namespace

void add_store(CLI::App& program) {
  auto* store = program.add_subcommand("store", "Check a store, or move it");
  auto flags = std::make_shared<StoreFlags>();
  store->require_subcommand(1);
  const std::string place = "a data folder, or postgres://…";
  auto* check =
      store->add_subcommand("check", "open every entry of every room, and every finished game");
  check->add_option("place", flags->from.place, place)->required();
  check->add_option("--key", flags->from.key_file, "the key's file (default: in the folder)");
  check->callback([flags] {
    tell_faults([&] { return check_store(flags->from); },
                [&] { return check_archive(flags->from); });
  });
  auto* copy = store->add_subcommand(
      "copy", "everything into another store; of a database also while it is in use");
  copy->add_option("from", flags->from.place, place)->required();
  copy->add_option("to", flags->to.place, place + "; without rooms yet")->required();
  copy->add_option("--key", flags->from.key_file,
                   "the key that it was sealed with (default: in the folder)");
  copy->add_option("--to-key", flags->to.key_file,
                   "the key to seal the copy with; made where it is missing (default: FOLDER.key "
                   "beside the folder; of a database that of --key)");
  copy->callback([flags] {
    if (flags->to.key_file.empty()) flags->to.key_file = default_copy_key(flags->from, flags->to);
    tell_faults([&] { return copy_store(flags->from, flags->to); },
                [&] { return copy_archive(flags->from, flags->to); });
  });
  store->footer("Exit status: 0 all is whole, 1 it is not, or can't be reached, 2 bad options.");
}

}  // namespace nl
