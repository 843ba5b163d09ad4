// Calls who is asked and does not look: by what everybody at the table sees, and nothing else.
#pragma once

#include "server/limits.h"
#include "server/members.h"
#include "server/room_host.h"
#include "server/room_state.h"

namespace nl {

class TurnCaller {
 public:
  TurnCaller(const RoomId& id, const ServerLimits& limits, const RoomState& state,
             const Members& members, RoomHost& host)
      : id_(id),
        state_(state),
        members_(members),
        host_(host),
        allowance_(limits.call_burst, limits.call_every) {}

  // After everybody was told what has happened.
  void follow(Time now);
  // What was asked before a restart was called for then.
  void resume();
  // In a slow room: the clock of who is asked has nearly run out; or it has, so that the next
  // question is news even to the same player.
  void remind(Time now);
  void ran_out() { called_ = kNoSeat; }

 private:
  Seat publicly_asked() const;
  void call_seat(Seat seat, CallReason why, Time now);
  void call_window(Time now);
  void push(Seat seat, Call call, Time now);
  void hook(Call call, Time now);
  bool answers_alone(Seat seat) const;

  const RoomId& id_;
  const RoomState& state_;
  const Members& members_;
  RoomHost& host_;
  Allowance allowance_;
  int game_ = 0;
  std::size_t seen_ = 0;  // public events, when it was last looked
  Seat called_ = kNoSeat;
};

}  // namespace nl
