// Write-ahead table of recent blobs.
#include "store/recent_blobs.h"

#include <algorithm>

namespace nl {
namespace {

// A row is old after this many newer ones: about a game's worth per room, so that most rows are
// never moved. A start has to scan all of them.
constexpr std::int64_t kRowsARoom = 100;
constexpr std::int64_t kLeastRows = 4'096;

// Rooms opened together become old together; moving one room per this many written rows spreads the
// work.
constexpr std::size_t kRowsAMove = 32;

// Deletes rows without a room in groups, since each write changes a whole page of the file.
constexpr std::int64_t kFewestRemoved = 64;
constexpr std::int64_t kMostRemoved = 512;

}  // namespace

RecentBlobs::RecentBlobs(Database& database) : database_(database) {
  next_room_found_.step();
  next_room_ = next_room_found_.number(0);
  next_room_found_.reset();
  find_owners();
}

// A row is obsolete if its room is gone, or if the room has this blob in its own place already.
void RecentBlobs::find_owners() {
  std::unordered_map<std::int64_t, std::int64_t> settled;  // by room, its last settled place
  {
    const Reading reading(open_rooms_);
    while (open_rooms_.step()) settled.emplace(open_rooms_.number(0), open_rooms_.number(1));
  }
  const Reading reading(all_);
  while (all_.step()) {
    const RowNumber row = all_.number(0);
    if (next_ == 1) first_ = row;
    next_ = row + 1;
    const std::int64_t room = all_.number(1);
    const auto owner = settled.find(room);
    if (owner == settled.end() || all_.number(2) <= owner->second) continue;
    auto& rows = rows_[room];
    if (rows.empty()) oldest_.emplace(row, room);
    rows.push_back(row);
  }
  first_ = std::min(first_, next_);
}

void RecentBlobs::append(std::int64_t room, std::int64_t place, const Blob& blob) {
  auto& rows = rows_[room];
  if (rows.empty()) oldest_.emplace(next_, room);
  rows.push_back(next_);
  insert_.bind(1, next_++).bind(2, room).bind(3, place).bind(4, blob).run();
}

void RecentBlobs::forget(std::int64_t room) {
  const auto found = rows_.find(room);
  if (found == rows_.end()) return;
  oldest_.erase({found->second.front(), room});
  rows_.erase(found);
}

void RecentBlobs::settle(std::int64_t room) {
  const auto found = rows_.find(room);
  if (found == rows_.end()) return;
  for (const RowNumber row : found->second) move_.bind(1, row).run();
  forget(room);
}

void RecentBlobs::settle_all() {
  while (!oldest_.empty()) settle(oldest_.begin()->second);
  remove_all_.run();
  first_ = next_;
}

RecentBlobs::RowNumber RecentBlobs::oldest() const {
  return oldest_.empty() ? next_ : oldest_.begin()->first;
}

void RecentBlobs::tidy(std::size_t written) {
  const auto rooms = static_cast<std::int64_t>(rows_.size());
  const RowNumber old = next_ - std::max(kLeastRows, kRowsARoom * rooms);
  for (std::size_t moves = 1 + written / kRowsAMove; moves > 0 && oldest() < old; --moves) {
    settle(oldest_.begin()->second);
  }
  const RowNumber kept = oldest();
  if (kept - first_ >= kFewestRemoved) remove_before(std::min(kept, first_ + kMostRemoved));
}

void RecentBlobs::remove_before(RowNumber row) {
  remove_.bind(1, row).run();
  first_ = row;
}

void RecentBlobs::read(std::int64_t room, const std::function<void(FoundBytes)>& take) {
  const auto found = rows_.find(room);
  if (found == rows_.end()) return;
  for (const RowNumber row : found->second) {
    const Reading reading(read_.bind(1, row));
    if (read_.step()) take(read_.bytes(0));
  }
}

}  // namespace nl
