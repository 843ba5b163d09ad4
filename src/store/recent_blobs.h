// Table of recent blobs of all rooms.
// First home of all rooms' blobs: one table in the order in which they come, so that a group
// of moves of many rooms writes few pages of the file. Memory knows which rows belong to which
// room. A room whose rows have become old gets them in its own place, all at once; most rooms are
// forgotten before that. Rows that no room owns any more are removed from the old end.
#pragma once

#include <functional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/blob_store.h"
#include "store/database.h"

namespace nl {

class RecentBlobs {
 public:
  // Scans the existing rows.
  explicit RecentBlobs(Database& database);

  // A room number that no row here has had. Rows of a forgotten room may still exist.
  std::int64_t new_room() { return next_room_++; }

  // Call within a transaction.
  void append(std::int64_t room, std::int64_t place, const Blob& blob);
  void forget(std::int64_t room);
  void settle(std::int64_t room);  // its rows move to its own place
  void settle_all();               // no rows remain here
  // After `written` more rows: moves old ones, a little at a time.
  void tidy(std::size_t written);

  void read(std::int64_t room, const std::function<void(FoundBytes)>& take);

 private:
  using RowNumber = std::int64_t;

  void find_owners();
  void remove_before(RowNumber row);
  RowNumber oldest() const;  // of a room

  Database& database_;
  std::unordered_map<std::int64_t, std::vector<RowNumber>> rows_;  // by room, in order of arrival
  std::set<std::pair<RowNumber, std::int64_t>> oldest_;            // first row of each room
  RowNumber first_ = 1;                                            // first existing row
  RowNumber next_ = 1;
  std::int64_t next_room_ = 1;
  Statement all_{database_, "SELECT number, room, place FROM recent ORDER BY number"};
  Statement next_room_found_{database_,
                             "SELECT 1 + max((SELECT coalesce(max(number), 0) FROM rooms),"
                             " (SELECT coalesce(max(room), 0) FROM recent))"};
  Statement open_rooms_{database_,
                        "SELECT number, (SELECT coalesce(max(number), -1) FROM blobs"
                        " WHERE room = rooms.number) FROM rooms WHERE open = 1"};
  Statement insert_{database_, "INSERT INTO recent VALUES (?, ?, ?, ?)"};
  Statement move_{database_,
                  "INSERT INTO blobs SELECT room, place, blob FROM recent WHERE number = ?"};
  Statement remove_{database_, "DELETE FROM recent WHERE number < ?"};
  Statement remove_all_{database_, "DELETE FROM recent"};
  Statement read_{database_, "SELECT blob FROM recent WHERE number = ?"};
};

}  // namespace nl
