// Documents of a server: opening, checking, copying.
#include "site/public_archive.h"

#include "site/folder_documents.h"
#include "site/postgres_documents.h"
#include "store/postgres_store.h"

namespace nl {
namespace {

std::string whole_note(const VoidedGames& notes, const std::string& code) {
  auto note = notes.find(code);
  if (!note) throw StoreError("the note of the voided room " + code + " can't be read");
  return std::move(*note);
}

}  // namespace

std::unique_ptr<DocumentStore> open_documents(const StorePlace& at) {
  if (!is_postgres(at.place)) return std::make_unique<FolderDocuments>(at.place);
  return std::make_unique<PostgresDocuments>(at.place, key_at(at));
}

ArchiveCount check_archive(const StorePlace& at) {
  const auto documents = open_documents(at);
  const PublicArchive archive(*documents);
  const std::vector<std::string> voided = archive.notes.codes();
  for (const std::string& code : voided) whole_note(archive.notes, code);
  return {.games = archive.games.check(),
          .voided = voided.size(),
          .ladder = archive.ladder.book()->rows().size(),
          .device_sync = archive.device_sync.check(),
          .daily = archive.daily.check(),
          .reports = archive.reports.all().size()};
}

ArchiveCount copy_archive(const StorePlace& from, const StorePlace& to) {
  const auto source_documents = open_documents(from);
  const auto target_documents = open_documents(to);
  const PublicArchive source(*source_documents);
  const PublicArchive target(*target_documents);
  const std::vector<std::string> voided = source.notes.codes();
  for (const std::string& code : voided) target.notes.write(code, whole_note(source.notes, code));
  return {.games = target.games.copy_from(source.games),
          .voided = voided.size(),
          .ladder = target.ladder.copy_from(source.ladder),
          .device_sync = target.device_sync.copy_from(source.device_sync),
          .daily = target.daily.copy_from(source.daily),
          .reports = target.reports.copy_from(source.reports)};
}

}  // namespace nl
