// Ladder: compare-and-swap loop over the stored book.
#include "site/ladder.h"

#include <algorithm>

namespace nl {
namespace {

constexpr std::string_view kLadderName = "ladder";

LadderBook whole_book(std::string_view text) {
  auto book = LadderBook::parse(text);
  if (!book) throw StoreError("the ladder can't be read");
  return std::move(*book);
}

}  // namespace

LadderBook Ladder::read(DocumentVersion& version) const {
  const auto found = documents_.find(DocumentKind::Ladder, kLadderName);
  version = found ? found->version : 0;
  return found ? whole_book(found->text) : LadderBook();
}

bool Ladder::write(const LadderBook& book, DocumentVersion before) const {
  const Document document{.time = Time{1}, .text = book.text()};
  if (before != 0) return documents_.replace(DocumentKind::Ladder, kLadderName, before, document);
  return documents_.add(DocumentKind::Ladder, kLadderName, document, kNoQuota) ==
         DocumentStore::Added::Done;
}

LadderBook Ladder::book() const {
  const std::lock_guard lock(mutex_);
  DocumentVersion ignored = 0;
  return read(ignored);
}

void Ladder::change(const Change& change) const {
  constexpr int kTries = 100;
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < kTries; ++i) {
    DocumentVersion version = 0;
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
