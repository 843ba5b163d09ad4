// Ladder: cached book, and compare-and-swap loop over the stored one.
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

Ladder::Copy Ladder::read() const {
  const auto now = std::chrono::steady_clock::now();
  auto stamp = documents_.stamp(DocumentKind::Ladder, kLadderName);
  const auto found = documents_.find(DocumentKind::Ladder, kLadderName);
  Copy copy{.version = found ? found->version : 0, .stamp = std::move(stamp), .read_at = now};
  copy.book = std::make_shared<const LadderBook>(found ? whole_book(found->text) : LadderBook());
  remember(copy);
  return copy;
}

Ladder::Copy Ladder::cached() const {
  const std::lock_guard lock(copy_mutex_);
  return copy_;
}

void Ladder::remember(const Copy& copy) const {
  const std::lock_guard lock(copy_mutex_);
  copy_ = copy;
}

bool Ladder::is_fresh(const Copy& copy) const {
  if (!copy.book) return false;
  if (copy.stamp) return copy.stamp == documents_.stamp(DocumentKind::Ladder, kLadderName);
  return std::chrono::steady_clock::now() - copy.read_at < fresh_;
}

bool Ladder::write(const LadderBook& book, DocumentVersion before) const {
  const Document document{.time = Time{1}, .text = book.text()};
  if (before != 0) return documents_.replace(DocumentKind::Ladder, kLadderName, before, document);
  return documents_.add(DocumentKind::Ladder, kLadderName, document, kNoQuota) ==
         DocumentStore::Added::Done;
}

// While one thread reads or writes, the others get the previous book.
std::shared_ptr<const LadderBook> Ladder::book() const {
  Copy copy = cached();
  if (is_fresh(copy)) return copy.book;
  std::unique_lock lock(change_mutex_, std::defer_lock);
  if (copy.book) {
    if (!lock.try_lock()) return copy.book;
  } else {
    lock.lock();
    copy = cached();
    if (is_fresh(copy)) return copy.book;
  }
  return read().book;
}

void Ladder::change(const Change& change) const {
  constexpr int kTries = 100;
  const std::lock_guard lock(change_mutex_);
  Copy copy = cached();
  if (!is_fresh(copy)) copy = read();
  for (int i = 0; i < kTries; ++i, copy = read()) {
    LadderBook book = *copy.book;
    if (!change(book)) return;
    if (!write(book, copy.version)) continue;
    read();  // for the version
    return;
  }
  throw StoreError("other nodes change the ladder all the time");
}

void Ladder::count(const FinishedGame& game, Time now) const {
  const bool wanted = std::any_of(game.players.begin(), game.players.end(),
                                  [](const Player& player) { return player.ladder.has_value(); });
  if (wanted) change([&](LadderBook& book) { return book.count(game, now); });
}

std::size_t Ladder::copy_from(const Ladder& other) const {
  const LadderBook theirs = *other.book();
  if (theirs == LadderBook()) return 0;
  change([&](LadderBook& book) {
    book = theirs;
    return true;
  });
  return theirs.rows().size();
}

}  // namespace nl
