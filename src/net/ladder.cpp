#include "net/ladder.h"

#include <fcntl.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "store/file.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPaper = "ladder";

LadderBook whole_book(std::string_view text) {
  auto book = LadderBook::parse(text);
  if (!book) throw StoreError("the ladder can't be read");
  return std::move(*book);
}

// On the disk under its name, or what was there before is.
void put_file(const fs::path& file, std::string_view text) {
  const fs::path draft = file.string() + ".new";
  write_private(draft, text, Put::InPlace);
  File(draft, O_RDONLY | O_CLOEXEC).sync();
  std::error_code error;
  fs::rename(draft, file, error);
  if (error) throw StoreError(file.string() + ": " + error.message());
  sync_folder_of(file);
}

}  // namespace

LadderBook Ladder::read(Version& version) const {
  if (papers_) {
    const auto found = papers_->find(PaperKind::Ladder, kPaper);
    if (!found) return {};
    version = found->ended;
    return whole_book(found->text);
  }
  std::ifstream in(file_, std::ios::binary);
  if (!in.is_open() && !fs::exists(file_)) return {};
  return whole_book(std::string(std::istreambuf_iterator<char>(in), {}));
}

bool Ladder::write(const LadderBook& book, const Version& before) const {
  if (!papers_) {
    put_file(file_, book.text());
    return true;
  }
  const std::chrono::milliseconds next = before.value_or(Time{0}) + std::chrono::milliseconds(1);
  return papers_->replace(PaperKind::Ladder, kPaper, before, {.ended = next, .text = book.text()});
}

LadderBook Ladder::book() const {
  const std::lock_guard lock(mutex_);
  Version none;
  return read(none);
}

void Ladder::change(const Change& change) const {
  constexpr int kTries = 100;
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < kTries; ++i) {
    Version version;
    LadderBook book = read(version);
    if (!change(book) || write(book, version)) return;
  }
  throw StoreError("other nodes change the ladder all the time");
}

void Ladder::count(const FinishedGame& game, Time now) const {
  const bool wanted = std::any_of(game.players.begin(), game.players.end(),
                                  [](const Player& player) { return player.ladder.has_value(); });
  if (wanted) change([&](LadderBook& book) { return book.count(game, now); });
}

std::size_t Ladder::copy_from(const Ladder& other) const {
  const LadderBook theirs = other.book();
  if (theirs == LadderBook()) return 0;
  change([&](LadderBook& book) {
    book = theirs;
    return true;
  });
  return theirs.rows().size();
}

}  // namespace nl
