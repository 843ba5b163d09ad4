// Blobs in PostgreSQL, for several nodes on one set of rooms. Every commit checks in its own
// transaction that this node has not been fenced and that the rooms are its own.
#pragma once

#include "store/postgres_link.h"

namespace nl {

class PostgresBlobs final : public BlobStore {
 public:
  // `epoch`: identity for writes; 0: read-only, over all holders.
  PostgresBlobs(const std::string& where, Epoch epoch);

  void commit(const Batch& batch) override;
  std::vector<RoomId> open_rooms() override;
  std::optional<FoundRoom> find_room(const RoomId& room) override;
  void read_blobs(const RoomId& room, const TakeBlob& take) override;
  void fetch(std::span<const RoomId> rooms) override;
  std::optional<StoredBytes> read_cell(Cell cell) override;
  std::vector<RoomId> closed_rooms() override;
  std::size_t forget_closed(std::chrono::seconds for_so_long) override;
  std::size_t keep_closed_within(std::uint64_t bytes) override;
  std::uint64_t bytes() override;
  std::vector<Shelf> shelves() override;
  Term first_term() const override { return 1; }

  // Content of one holder; empty if another node has taken it over.
  std::optional<Shelf> shelf(Epoch holder);
  // All reads until the end see one snapshot.
  void begin_reading() { link_.run_script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); }
  void end_reading() { link_.run_script("COMMIT"); }

 private:
  Epoch holder_of(Cell cell) const { return cell == Cell::KeyCheck ? 0 : epoch_; }

  // Rows in `fetched_rows_`.
  struct Range {
    int from = 0;
    int to = 0;
  };

  const Epoch epoch_;
  PostgresLink link_;
  SqlRows fetched_rows_{nullptr};
  std::map<RoomId, Range> fetched_;
};

}  // namespace nl
