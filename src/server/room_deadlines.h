// Deadline handler of a room: closes windows, ends turns, plays bots' answers.
#pragma once

#include "server/room_context.h"
#include "server/room_play.h"

namespace nl {

class RoomDeadlines final : RoomHandler {
 public:
  RoomDeadlines(RoomContext& room, RoomPlay& play) : RoomHandler(room), play_(play) {}

  void handle_due(const Due& due, Time now);

 private:
  void turn_ends(Time now);
  void pass_by_order(Seat seat, Time now);
  void grace_ends(Seat seat, Time now);
  void change_absent_host(Time now);

  RoomPlay& play_;
};

}  // namespace nl
