// Blob backend in memory, for simulators.
#pragma once

#include <cstddef>

#include "store/blob_store.h"

namespace nl {

class MemoryBlobs final : public BlobStore {
 public:
  void commit(const Batch& batch) override;
  std::vector<RoomId> open_rooms() override;
  std::optional<FoundRoom> find_room(const RoomId& room) override;
  void read_blobs(const RoomId& room, const TakeBlob& take) override;
  std::optional<StoredBytes> read_cell(Cell cell) override;
  std::vector<RoomId> closed_rooms() override;
  std::size_t forget_closed(std::chrono::seconds for_so_long) override;
  std::size_t keep_closed_within(std::uint64_t bytes) override;
  std::uint64_t bytes() override;

  // The next commit throws: with nothing written, as on a full disk, or with everything written and
  // only the answer lost.
  enum class InFlight : std::uint8_t { Lost, Kept };
  void fail_next_commit(InFlight in_flight) { failure_ = in_flight; }

  std::size_t commits() const { return commits_; }

 private:
  struct Room {
    FoundRoom found{.open = true};
    std::vector<Blob> blobs{};
  };

  void write(const Batch& batch);

  std::map<RoomId, Room> rooms_;
  std::map<Cell, Blob> cells_;
  std::optional<InFlight> failure_;
  std::size_t commits_ = 0;
};

}  // namespace nl
