// Blob backend in memory, for simulators.
#include "store/memory_blobs.h"

#include <cassert>
#include <utility>

namespace nl {

void MemoryBlobs::write(const Batch& batch) {
  for (const auto& [id, term] : batch.forgotten) rooms_.erase(id);
  for (const auto& [id, change] : batch.rooms) {
    assert(change.opened != rooms_.contains(id));
    Room& room = rooms_[id];
    assert(room.blobs.size() == change.first);
    room.blobs.insert(room.blobs.end(), change.blobs.begin(), change.blobs.end());
    if (change.ending) room.found = {false, {change.ending->begin(), change.ending->end()}, 0};
  }
  for (const auto& [cell, blob] : batch.cells) cells_[cell] = blob;
}

void MemoryBlobs::commit(const Batch& batch) {
  const auto failure = std::exchange(failure_, std::nullopt);
  if (failure != InFlight::Lost) write(batch);
  if (failure) throw StoreError("the commit got no answer (so the test wants it)");
  ++commits_;
}

std::vector<RoomId> MemoryBlobs::open_rooms() {
  std::vector<RoomId> open;
  for (const auto& [id, room] : rooms_) {
    if (room.found.open) open.push_back(id);
  }
  return open;
}

std::optional<FoundRoom> MemoryBlobs::find_room(const RoomId& id) {
  const auto room = rooms_.find(id);
  return room == rooms_.end() ? std::nullopt : std::optional(room->second.found);
}

void MemoryBlobs::read_blobs(const RoomId& id, const TakeBlob& take) {
  const auto room = rooms_.find(id);
  if (room == rooms_.end()) return;
  for (const Blob& blob : room->second.blobs) take(blob, 0);
}

std::optional<StoredBytes> MemoryBlobs::read_cell(Cell cell) {
  const auto found = cells_.find(cell);
  if (found == cells_.end()) return std::nullopt;
  return StoredBytes(found->second.begin(), found->second.end());
}

std::vector<RoomId> MemoryBlobs::closed_rooms() {
  std::vector<RoomId> closed;
  for (const auto& [id, room] : rooms_) {
    if (!room.found.open) closed.push_back(id);
  }
  return closed;
}

// There is no clock: every closed room counts as old enough.
std::size_t MemoryBlobs::forget_closed(std::chrono::seconds) {
  return std::erase_if(rooms_, [](const auto& room) { return !room.second.found.open; });
}

// There is no order either: deletes all or none.
std::size_t MemoryBlobs::keep_closed_within(std::uint64_t most) {
  return bytes() > most ? forget_closed(std::chrono::seconds(0)) : 0;
}

std::uint64_t MemoryBlobs::bytes() {
  std::uint64_t blobs = 0;
  for (const auto& [id, room] : rooms_) blobs += room.blobs.size();
  return blobs * kBlobBytes;
}

}  // namespace nl
