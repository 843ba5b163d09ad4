#include "store/memory_store.h"

#include "store/engine_hash.h"

namespace nl {

void MemoryStore::check_working() const {
  if (broken_) throw StoreError("the store has failed before");
}

MemoryStore::Room& MemoryStore::room_to_change(const RoomId& room) {
  check_working();
  const auto found = rooms_.find(room);
  if (found == rooms_.end()) throw StoreError("there is no such room in the store");
  if (!found->second.open) throw StoreError("the room is closed");
  dirty_ = true;
  return found->second;
}

void MemoryStore::open_room(const RoomId& room, std::string_view header) {
  check_working();
  const Entry first{EntryKind::Header, std::string(header), {}};
  if (!rooms_.try_emplace(room, Room{{room, kEngineHash, {first}}, true}).second) {
    throw StoreError("there is such a room in the store already");
  }
  dirty_ = true;
}

void MemoryStore::append(const RoomId& room, const Entry& entry) {
  room_to_change(room).content.entries.push_back(entry);
}

void MemoryStore::close_room(const RoomId& room) { room_to_change(room).open = false; }

void MemoryStore::forget_room(const RoomId& room) {
  check_working();
  rooms_.erase(room);
  dirty_ = true;
}

void MemoryStore::commit() {
  check_working();
  if (!dirty_) return;
  if (fails_next_) {
    broken_ = true;
    throw StoreError("the store is full (so the test wants it)");
  }
  durable_ = rooms_;
  dirty_ = false;
  ++commits_;
}

void MemoryStore::crash(InFlight in_flight) {
  if (in_flight == InFlight::Kept) durable_ = rooms_;
  rooms_ = durable_;
  dirty_ = fails_next_ = broken_ = false;
}

std::vector<StoredRoom> MemoryStore::open_rooms() {
  check_working();
  std::vector<StoredRoom> open;
  for (const auto& [id, room] : rooms_) {
    if (room.open) open.push_back(room.content);
  }
  return open;
}

StoredRoom MemoryStore::read_room(const RoomId& room) {
  check_working();
  const auto found = rooms_.find(room);
  if (found == rooms_.end()) throw StoreError("there is no such room in the store");
  return found->second.content;
}

}  // namespace nl
