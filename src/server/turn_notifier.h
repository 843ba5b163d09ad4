// Turn notifier: notifies acting players who are not looking. Depends only on public state.
#pragma once

#include "server/limits.h"
#include "server/members.h"
#include "server/room_host.h"
#include "server/room_state.h"

namespace nl {

class TurnNotifier {
 public:
  TurnNotifier(const RoomId& id, const ServerLimits& limits, const RoomState& state,
               const Members& members, RoomHost& host)
      : id_(id),
        state_(state),
        members_(members),
        host_(host),
        allowance_(limits.call_burst, limits.call_every) {}

  // Called after all messages of a step.
  void follow(Time now);
  // After a restart: the open decision was notified before it.
  void resume();
  // In a slow room: the acting seat's clock has nearly run out, or it has run out, so that the next
  // question is new even to the same player.
  void remind(Time now);
  void ran_out() { notified_ = kNoSeat; }

 private:
  Seat public_acting_seat() const;
  void notify_seat(Seat seat, NotificationReason why, Time now);
  void notify_window(Time now);
  void push(Seat seat, Notification call, Time now);
  void post_webhook(Notification call, Time now);
  bool answers_alone(Seat seat) const;

  const RoomId& id_;
  const RoomState& state_;
  const Members& members_;
  RoomHost& host_;
  TokenBucket allowance_;
  int game_ = 0;
  std::size_t seen_ = 0;  // public events, when it was last looked
  Seat notified_ = kNoSeat;
};

}  // namespace nl
