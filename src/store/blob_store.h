// What a backend keeps: blobs of one size in numbered rows a room, and a few cells that are written
// over. It knows nothing of what is in them. Sealing, chains and the ledger are above it, in
// SealedStore, so that a backend is one file.
//
// Nothing is written but by commit(), a batch at a time. A batch names each room once and in the
// order of their ids: a backend that several processes share can check, in the statement that
// appends, that the rooms are still its own, and lock them in one order.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "store/store.h"

namespace nl {

inline constexpr std::size_t kBlobBytes = 296;

using Blob = std::array<std::uint8_t, kBlobBytes>;

enum class Cell : std::uint8_t { KeyCheck = 1, Ledger = 2 };

// What happens to one room: it is opened or goes on, its next blobs, and its end.
struct RoomChange {
  bool opened = false;
  std::uint64_t first = 0;       // the number of the first blob here
  std::vector<Blob> blobs{};     // with no gap behind what is there
  std::optional<Blob> ending{};  // the room is closed; what is said of its end
};

struct Batch {
  std::map<RoomId, RoomChange> rooms{};
  std::set<RoomId> forgotten{};  // rooms that are there, and in `rooms` no more
  std::map<Cell, Blob> cells{};

  bool empty() const { return rooms.empty() && forgotten.empty() && cells.empty(); }
};

// As found: a damaged or tampered store may hold bytes of any length.
using FoundBytes = std::span<const std::uint8_t>;
using StoredBytes = std::vector<std::uint8_t>;

struct FoundRoom {
  bool open = false;
  StoredBytes ending{};
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;

  // All of it is durable when this returns. Where it throws (a full disk, an answer that never
  // came) all of it is there or nothing, and only reading tells which.
  virtual void commit(const Batch& batch) = 0;

  virtual std::vector<RoomId> open_rooms() = 0;
  virtual std::optional<FoundRoom> find_room(const RoomId& room) = 0;
  virtual void read_blobs(const RoomId& room, const std::function<void(FoundBytes)>& take) = 0;
  virtual std::optional<StoredBytes> read_cell(Cell cell) = 0;
};

}  // namespace nl
