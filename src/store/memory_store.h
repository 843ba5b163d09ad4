// A store that forgets when the program ends: for simulators, which crash it on purpose.
#pragma once

#include <cstddef>
#include <map>

#include "store/store.h"

namespace nl {

class MemoryStore final : public Store {
 public:
  void open_room(const RoomId& room, std::string_view header) override;
  void append(const RoomId& room, const Entry& entry) override;
  void close_room(const RoomId& room) override;
  void forget_room(const RoomId& room) override;
  void commit() override;
  std::vector<StoredRoom> open_rooms() override;
  StoredRoom read_room(const RoomId& room) override;

  // What a crash leaves: all that was committed, and what was appended since either whole (the
  // commit had just got through, and nobody had heard of it) or not at all.
  enum class InFlight : std::uint8_t { Lost, Kept };
  void crash(InFlight in_flight);

  // The next commit fails, like that of a full disk, and the store stays broken until crash().
  void fail_next_commit() { fails_next_ = true; }

  std::size_t commits() const { return commits_; }
  bool dirty() const { return dirty_; }  // something was appended since the last commit

 private:
  struct Room {
    StoredRoom content;
    bool open = true;
  };
  using Rooms = std::map<RoomId, Room>;

  void check_working() const;
  Room& room_to_change(const RoomId& room);

  Rooms durable_;
  Rooms rooms_;
  std::size_t commits_ = 0;
  bool dirty_ = false;
  bool fails_next_ = false;
  bool broken_ = false;
};

}  // namespace nl
