// Blobs in one SQLite file, for a server on one machine. The file is opened exclusively, and its
// schema has a number: an older one is brought up to date step by step, a newer one is refused.
#pragma once

#include <filesystem>

#include "store/blob_store.h"
#include "store/database.h"

namespace nl {

class SqliteBlobs final : public BlobStore {
 public:
  // Where it is not `fresh` the tables must be there: an empty file is one that was lost.
  explicit SqliteBlobs(const std::filesystem::path& file, bool fresh = true);

  void trust_log() { database_.trust_log(); }
  void take_over_log() { database_.take_over_log(); }
  Database& database() { return database_; }

  void commit(const Batch& batch) override;
  std::vector<RoomId> open_rooms() override;
  std::optional<FoundRoom> find_room(const RoomId& room) override;
  void read_blobs(const RoomId& room, const std::function<void(FoundBytes)>& take) override;
  std::optional<StoredBytes> read_cell(Cell cell) override;

 private:
  void write(const Batch& batch);
  void write(const RoomId& room, const RoomChange& change);
  void forget(const RoomId& room);
  std::optional<std::int64_t> row_of(const RoomId& room);

  Database database_;
  // The tables must be there before statements on them can be prepared.
  const int schema_;
  Statement insert_room_{database_, "INSERT INTO rooms (id, open) VALUES (?, 1)"};
  Statement close_room_{database_, "UPDATE rooms SET open = 0, ending = ? WHERE number = ?"};
  Statement find_room_{database_, "SELECT number, open, ending FROM rooms WHERE id = ?"};
  Statement open_rooms_{database_, "SELECT id FROM rooms WHERE open = 1 ORDER BY number"};
  Statement forget_room_{database_, "DELETE FROM rooms WHERE number = ?"};
  Statement forget_blobs_{database_, "DELETE FROM blobs WHERE room = ?"};
  Statement insert_blob_{database_, "INSERT INTO blobs VALUES (?, ?, ?)"};
  Statement read_blobs_{database_, "SELECT blob FROM blobs WHERE room = ? ORDER BY number"};
  Statement read_cell_{database_, "SELECT note FROM meta WHERE name = ?"};
  Statement write_cell_{database_, "INSERT OR REPLACE INTO meta VALUES (?, ?)"};
};

}  // namespace nl
