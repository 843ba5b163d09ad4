// Store of one machine: opening, recovery and backup.
#include "store/sqlite_store.h"

#include <fcntl.h>

#include <array>
#include <chrono>

namespace nl {
namespace {

namespace fs = std::filesystem;

fs::path database_in(const fs::path& folder) { return folder / "ninelives.db"; }
fs::path count_in(const fs::path& folder) { return folder / "ninelives.count"; }

constexpr std::array kFiles = {"ninelives.db", "ninelives.db-wal", "ninelives.db-shm",
                               "ninelives.count"};

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) && fs::file_size(file, ignored) != 0;
}

// Keeps unreadable files for manual recovery.
fs::path set_aside(const fs::path& folder, const std::string& what) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  const fs::path aside = folder / (what + '-' + std::to_string(seconds.count()));
  make_private_folder(aside);
  for (const char* name : kFiles) {
    std::error_code ignored;
    fs::rename(folder / name, aside / name, ignored);
  }
  return aside;
}

// A copy opens with the key, and equals the original.
void check_copy(const fs::path& backup, const fs::path& key_file) {
  for (const fs::path& file : {database_in(backup), count_in(backup)}) {
    if (!is_there(file)) throw StoreError(file.string() + ": this is no backup");
  }
  SqliteStore copy(backup, key_file);
}

// The process that holds the database keeps others out.
void check_unused(const fs::path& database) {
  if (!is_there(database)) return;
  try {
    Database attempt(database);
    attempt.run("BEGIN IMMEDIATE; ROLLBACK");
  } catch (const DamagedError&) {
    // Unused leftovers.
  }
}

}  // namespace

// Created before the store itself; a crash after any step is harmless.
struct SqliteStore::Parts {
  SealKey key;
  std::shared_ptr<SqliteBlobs> blobs;
  StoreStart start;
  fs::path key_file;
  fs::path folder;
};

SqliteStore::Parts SqliteStore::prepare(const fs::path& folder, const fs::path& key_file,
                                        OnLoss on_loss) {
  make_private_folder(folder);
  const fs::path database = database_in(folder);
  StoreStart start{.counter = std::make_shared<CommitCounter>(count_in(folder)),
                   .fresh = false,
                   .accept_loss = on_loss == OnLoss::Accept};
  const auto give_up = [&](const std::string& what) {
    if (!start.accept_loss) {
      throw StoreError(what +
                       ". Put it back from a backup, or start once with --accept-loss: all games "
                       "that were in it are then given up");
    }
    set_aside(folder, "lost");
    start.lost_before = what;
    start.fresh = true;
  };
  const bool has_key = is_there(key_file);
  const bool has_database = is_there(database);
  if (has_key && !has_database) {
    give_up(database.string() + ": the database of " + key_file.string() + " is missing or empty");
  }
  // A folder with a database needs its original key: a new one would open nothing.
  if (!has_key && has_database && !has_draft(key_file)) {
    throw StoreError(key_file.string() + ": the key of " + database.string() + " is missing");
  }
  start.fresh = start.fresh || !has_key;
  const SealKey key = has_key ? read_key(key_file) : draft_key(key_file);
  const auto open = [&] {
    if (start.fresh)
      File(database, O_RDWR | O_CREAT | O_CLOEXEC);  // before SQLite makes it for all
    return std::make_shared<SqliteBlobs>(database, start.fresh);
  };
  try {
    return {key, open(), start, key_file, folder};
  } catch (const DamagedError& fault) {
    give_up(fault.what());
    return {key, open(), start, key_file, folder};
  }
}

SqliteStore::SqliteStore(const fs::path& folder, const fs::path& key_file, OnLoss on_loss)
    : SqliteStore(
          prepare(folder, key_file.empty() ? folder / "ninelives.key" : key_file, on_loss)) {}

SqliteStore::SqliteStore(Parts parts)
    : SealedStore(parts.key, parts.blobs, parts.start),
      folder_(parts.folder),
      sqlite_(parts.blobs) {
  // The tables themselves must not depend on the log.
  if (parts.start.fresh) sqlite_->take_over_log();
  settle_key(parts.key_file);
  sqlite_->trust_log();
}

SqliteStore::~SqliteStore() {
  copy_.reset();
  try {
    sqlite_->settle();
    sqlite_->take_over_log();
    stop_well();
  } catch (const StoreError&) {
    // The next start reads the log.
  }
}

void SqliteStore::begin_backup(const fs::path& folder) {
  make_private_folder(folder);
  copy_folder_ = folder;
  files_.reset();
  copy_ = std::make_unique<DatabaseCopy>(sqlite_->database(), database_in(folder));
}

bool SqliteStore::backup_step() {
  constexpr int kPages = 256;  // one megabyte: a pause no longer than a large commit
  constexpr std::size_t kFilesAtOnce = 64;
  if (files_) return files_->step(kFilesAtOnce);
  if (!copy_->step(kPages)) return false;
  copy_.reset();
  count_copy(count_in(copy_folder_));
  files_ = std::make_unique<FilesCopy>(folder_, copy_folder_);
  return files_->step(0);
}

fs::path restore_backup(const fs::path& backup, const fs::path& folder, const fs::path& key_file) {
  const fs::path key = key_file.empty() ? folder / "ninelives.key" : key_file;
  if (!is_there(key)) throw StoreError(key.string() + ": the key of the backup is missing");
  check_copy(backup, key);
  check_unused(database_in(folder));
  const fs::path aside = set_aside(folder, "replaced");
  for (const char* name : kFiles) {
    if (fs::exists(backup / name)) fs::copy_file(backup / name, folder / name);
  }
  FilesCopy files(backup, folder);
  while (!files.step(1'000)) {
  }
  SqliteStore restored(folder, key);
  return aside;
}

}  // namespace nl
