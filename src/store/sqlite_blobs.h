// Blobs in one SQLite file, for a server on one machine. The file is opened exclusively, and its
// schema has a number: an older one is migrated, a newer one refused. New blobs are among the
// recent ones (recent_blobs.h), older ones beside others of their room.
#pragma once

#include <filesystem>

#include "store/blob_store.h"
#include "store/database.h"
#include "store/recent_blobs.h"

namespace nl {

class SqliteBlobs final : public BlobStore {
 public:
  // Unless it is `fresh`, the tables must exist: an empty file means a lost one.
  explicit SqliteBlobs(const std::filesystem::path& file, bool fresh = true);

  void trust_log() { database_.trust_log(); }
  void take_over_log() { database_.take_over_log(); }
  // Moves every blob to its room's own place and erases forgotten rooms. Not after a failed commit.
  void settle();
  Database& database() { return database_; }

  void commit(const Batch& batch) override;
  std::vector<RoomId> open_rooms() override;
  std::optional<FoundRoom> find_room(const RoomId& room) override;
  void read_blobs(const RoomId& room, const TakeBlob& take) override;
  std::optional<StoredBytes> read_cell(Cell cell) override;
  std::vector<RoomId> closed_rooms() override;
  std::size_t forget_closed(std::chrono::seconds for_so_long) override;
  std::size_t keep_closed_within(std::uint64_t bytes) override;
  std::uint64_t bytes() override;

 private:
  void write(const Batch& batch);
  void write(const RoomId& room, const RoomChange& change);
  void write_blobs(std::int64_t room, const RoomChange& change);
  template <class Work>
  void in_transaction(Work work);
  void forget(const RoomId& room);
  std::size_t forget_all(const std::vector<RoomId>& rooms);
  std::optional<std::int64_t> row_of(const RoomId& room);

  Database database_;
  // The tables must be there before statements on them can be prepared.
  const int schema_;
  RecentBlobs recent_{database_};
  bool failed_ = false;
  Statement insert_room_{database_, "INSERT INTO rooms (number, id, open) VALUES (?, ?, 1)"};
  Statement close_room_{database_,
                        "UPDATE rooms SET open = 0, ending = ?,"
                        " closed = CAST(strftime('%s', 'now') AS INTEGER)"
                        " WHERE number = ?"};
  Statement find_room_{database_, "SELECT number, open, ending FROM rooms WHERE id = ?"};
  Statement open_rooms_{database_, "SELECT id FROM rooms WHERE open = 1 ORDER BY number"};
  Statement closed_rooms_{database_, "SELECT id FROM rooms WHERE open = 0 ORDER BY number"};
  Statement old_rooms_{database_,
                       "SELECT id FROM rooms WHERE open = 0"
                       " AND closed <= CAST(strftime('%s', 'now') AS INTEGER) - ?"};
  Statement rooms_beyond_{database_,
                          "SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY closed DESC,"
                          " number DESC) AS so_far FROM (SELECT id, closed, number, (SELECT"
                          " sum(length(blob)) FROM blobs WHERE room = rooms.number) AS bytes"
                          " FROM rooms WHERE open = 0)) WHERE so_far > ?"};
  Statement pages_{database_,
                   "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"};
  Statement forget_room_{database_, "DELETE FROM rooms WHERE number = ?"};
  Statement forget_blobs_{database_, "DELETE FROM blobs WHERE room = ?"};
  Statement insert_blob_{database_, "INSERT INTO blobs VALUES (?, ?, ?)"};
  Statement read_blobs_{database_, "SELECT blob FROM blobs WHERE room = ? ORDER BY number"};
  Statement read_cell_{database_, "SELECT note FROM meta WHERE name = ?"};
  Statement write_cell_{database_, "INSERT OR REPLACE INTO meta VALUES (?, ?)"};
};

}  // namespace nl
