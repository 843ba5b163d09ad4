#include "net/kept_papers.h"

#include "net/database_archive.h"
#include "net/ladder.h"
#include "net/void_notes.h"
#include "store/postgres_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

struct OpenPapers {
  std::unique_ptr<GameArchive> games;
  VoidNotes notes;
  std::unique_ptr<Ladder> ladder;
};

OpenPapers papers_at(const StorePlace& at) {
  if (!is_postgres(at.place)) {
    const fs::path folder(at.place);
    return {std::make_unique<GameArchive>(folder / "games"), VoidNotes(folder / "voided", nullptr),
            std::make_unique<Ladder>(folder, nullptr)};
  }
  const auto papers = std::make_shared<PostgresPapers>(at.place, key_at(at));
  return {std::make_unique<DatabaseArchive>(papers), VoidNotes({}, papers),
          std::make_unique<Ladder>(fs::path(), papers)};
}

std::string whole_note(const VoidNotes& notes, const std::string& code) {
  auto note = notes.find(code);
  if (!note) throw StoreError("the note of the voided room " + code + " can't be read");
  return std::move(*note);
}

}  // namespace

PaperCount check_papers(const StorePlace& at) {
  const OpenPapers papers = papers_at(at);
  const std::vector<std::string> voided = papers.notes.codes();
  for (const std::string& code : voided) whole_note(papers.notes, code);
  return {papers.games->check(), voided.size(), papers.ladder->book().rows().size()};
}

PaperCount copy_papers(const StorePlace& from, const StorePlace& to) {
  const OpenPapers source = papers_at(from);
  const OpenPapers target = papers_at(to);
  const std::vector<std::string> voided = source.notes.codes();
  for (const std::string& code : voided) target.notes.write(code, whole_note(source.notes, code));
  return {target.games->copy_from(*source.games), voided.size(),
          target.ladder->copy_from(*source.ladder)};
}

}  // namespace nl
