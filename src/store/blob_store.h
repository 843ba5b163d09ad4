// Interface of a store backend: sealed blobs of one size, in numbered rows for each room.
// Two cells are overwritten by each commit: the key check and the ledger.
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

// In a shared store: one life of one process, and the number of times that a room has changed
// hands. Both are 0 in the store of one process.
using Epoch = std::uint64_t;
using Term = std::uint64_t;

// Changes of one room: its opening, its next blobs, and its end.
struct RoomChange {
  bool opened = false;
  std::uint64_t first = 0;       // the number of the first blob here
  std::vector<Blob> blobs{};     // without a gap after the stored ones
  std::optional<Blob> ending{};  // set if the room is closed: the note on its end
  Term term = 0;                 // under which it is held
  std::uint64_t engine = 0;      // of one that is opened: whose rules go through it; 0: unknown
};

// The rooms that another holder has left become ours, all of them at once; but for those that are
// not for our rules, which stay nobody's, with a ledger of their own.
struct Adoption {
  Epoch from = 0;
  std::vector<RoomId> rooms{};
  std::vector<RoomId> unfit{};
  Blob unfit_ledger{};
};

// Rooms of ours that anybody may take from here on, with a ledger of their own.
struct Release {
  std::map<RoomId, Term> rooms{};
  Blob ledger{};
};

struct Batch {
  std::map<RoomId, RoomChange> rooms{};
  std::map<RoomId, Term> forgotten{};  // rooms that are there, and in `rooms` no more
  std::map<Cell, Blob> cells{};
  std::optional<Adoption> adopted{};
  std::optional<Release> released{};

  bool empty() const {
    return rooms.empty() && forgotten.empty() && cells.empty() && !adopted && !released;
  }
};

// As found: a damaged or tampered store may hold bytes of any length.
using FoundBytes = std::span<const std::uint8_t>;
using StoredBytes = std::vector<std::uint8_t>;

// Throws StoreError if these bytes are no id.
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

// Content of one holder: its open rooms, and its ledger over them.
struct Shelf {
  Epoch holder = 0;
  std::vector<RoomId> open{};
  std::optional<StoredBytes> ledger{};
};

// The backend can't be reached, or didn't do what it was asked to: of what it holds nothing is
// said.
class BackendError : public StoreError {
  using StoreError::StoreError;
};

// Another process has been given what this one held. It has told nobody, and starts again.
class FencedError : public StoreError {
  using StoreError::StoreError;
};

// Another process was quicker to take what a third one had left. Nothing has changed.
class ContestedError : public StoreError {
  using StoreError::StoreError;
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;

  // All of it is durable when this returns. If it throws (a full disk, an answer that never
  // came) all of it is there or nothing, and only reading tells which.
  virtual void commit(const Batch& batch) = 0;

  virtual std::vector<RoomId> open_rooms() = 0;
  virtual std::optional<FoundRoom> find_room(const RoomId& room) = 0;
  virtual void read_blobs(const RoomId& room, const TakeBlob& take) = 0;
  // These are read next, and nobody changes them: a backend that is far away brings them in one
  // go. Rows fetched before are forgotten.
  virtual void fetch(std::span<const RoomId>) {}
  virtual std::optional<StoredBytes> read_cell(Cell cell) = 0;

  virtual std::vector<RoomId> closed_rooms() = 0;
  // Of rooms that have been closed for so long, by the store's own clock, nothing is left; how
  // many.
  virtual std::size_t forget_closed(std::chrono::seconds for_so_long) = 0;
  // The rooms that were closed first go until the other closed ones take no more than so many
  // bytes; how many.
  virtual std::size_t keep_closed_within(std::uint64_t bytes) = 0;
  // So much room it takes.
  virtual std::uint64_t bytes() = 0;
  // Of all holders; where there is one process its own.
  virtual std::vector<Shelf> shelves() { return {{0, open_rooms(), read_cell(Cell::Ledger)}}; }
  // Of a room that is opened.
  virtual Term first_term() const { return 0; }
};

}  // namespace nl
