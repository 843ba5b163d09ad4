// Interface of a store backend: sealed blobs of one size, in numbered rows for each room. Each
// commit overwrites two cells: the key check and the ledger.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "store/store.h"

namespace nl {

inline constexpr std::size_t kBlobBytes = 296;

using Blob = std::array<std::uint8_t, kBlobBytes>;

enum class Cell : std::uint8_t { KeyCheck = 1, Ledger = 2 };

// For a shared store: the epoch of a process, and how often a room has changed hands. Both are 0 in
// a store with one process.
using Epoch = std::uint64_t;
using Term = std::uint64_t;

// Changes to one room: its opening, its next blobs, and its end.
struct RoomChange {
  bool opened = false;
  std::uint64_t first = 0;       // number of the first blob in this commit
  std::vector<Blob> blobs{};     // contiguous with the stored ones
  std::optional<Blob> ending{};  // set if the room is closed: its end note
  Term term = 0;                 // the term of its holder
  std::uint64_t engine = 0;      // for an opened room: the rules that it needs; 0: unknown
};

// Claims all rooms of another holder at once, except those for other rules: these stay without a
// holder, with their own ledger.
struct Adoption {
  Epoch from = 0;
  std::vector<RoomId> rooms{};
  std::vector<RoomId> unfit{};
  Blob unfit_ledger{};
};

// Releases rooms of ours to any node, with their own ledger.
struct Release {
  std::map<RoomId, Term> rooms{};
  Blob ledger{};
};

struct Batch {
  std::map<RoomId, RoomChange> rooms{};
  std::map<RoomId, Term> forgotten{};  // number of rooms, and in `rooms` the same ones
  std::map<Cell, Blob> cells{};
  std::optional<Adoption> adopted{};
  std::optional<Release> released{};

  bool empty() const {
    return rooms.empty() && forgotten.empty() && cells.empty() && !adopted && !released;
  }
};

// As read: a damaged or tampered store may hold bytes of any length.
using FoundBytes = std::span<const std::uint8_t>;
using StoredBytes = std::vector<std::uint8_t>;

// Throws StoreError if the bytes are not an id.
inline RoomId id_of(FoundBytes bytes) {
  RoomId id{};
  if (bytes.size() != id.size()) throw StoreError("a room has no proper id");
  std::copy(bytes.begin(), bytes.end(), id.begin());
  return id;
}

struct FoundRoom {
  bool open = false;
  StoredBytes ending{};
  Term term = 0;
};

using TakeBlob = std::function<void(FoundBytes, Term)>;

// Content of one holder: its open rooms and their ledger.
struct Shelf {
  Epoch holder = 0;
  std::vector<RoomId> open{};
  std::optional<StoredBytes> ledger{};
};

// The backend is unreachable or failed. This says nothing about the stored data.
class BackendError : public StoreError {
  using StoreError::StoreError;
};

// The epoch is over: another process has taken over the rooms. This one has announced nothing
// since, and must start again.
class FencedError : public StoreError {
  using StoreError::StoreError;
};

// Another process claimed the rooms first. Nothing has changed.
class ContestedError : public StoreError {
  using StoreError::StoreError;
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;

  // Durable when this returns. If it throws (a full disk, a lost answer), either all of it is
  // stored or nothing, and only reading tells which.
  virtual void commit(const Batch& batch) = 0;

  virtual std::vector<RoomId> open_rooms() = 0;
  virtual std::optional<FoundRoom> find_room(const RoomId& room) = 0;
  virtual void read_blobs(const RoomId& room, const TakeBlob& take) = 0;
  // Prefetches rows that will be read next and that nobody changes: a remote backend fetches them
  // in one round trip. Earlier prefetched rows are dropped.
  virtual void fetch(std::span<const RoomId>) {}
  virtual std::optional<StoredBytes> read_cell(Cell cell) = 0;

  virtual std::vector<RoomId> closed_rooms() = 0;
  // Deletes rooms closed for longer than this, by the store's own clock. Returns their number.
  virtual std::size_t forget_closed(std::chrono::seconds for_so_long) = 0;
  // Deletes the oldest closed rooms until the others fit into this many bytes. Returns their
  // number.
  virtual std::size_t keep_closed_within(std::uint64_t bytes) = 0;
  // Size on disk.
  virtual std::uint64_t bytes() = 0;
  // For all holders; with one process, its own.
  virtual std::vector<Shelf> shelves() { return {{0, open_rooms(), read_cell(Cell::Ledger)}}; }
  // Of a room that is opened.
  virtual Term first_term() const { return 0; }
};

}  // namespace nl
