// Turn notifier: webhooks and pushes for turns, windows and reminders.
#include "server/turn_notifier.h"

#include <utility>

#include "text/notation.h"

namespace nl {

// Acting seat as a watcher sees it; kNoSeat in a window.
Seat TurnNotifier::public_acting_seat() const {
  const View v = state_.game()->view(kWatcher);
  return v.over() || v.phase() == Phase::Window ? kNoSeat : v.top().seat;
}

// True for a person whose seat no bot holds.
bool TurnNotifier::answers_alone(Seat seat) const {
  return state_.players()[seat].person() && !members_.presence(seat).held();
}

void TurnNotifier::resume() {
  game_ = state_.games();
  if (state_.game() == nullptr) return;
  seen_ = state_.game()->events(kWatcher).size();
  notified_ = public_acting_seat();
}

void TurnNotifier::follow(Time now) {
  const std::size_t events = state_.game()->events(kWatcher).size();
  if (std::exchange(game_, state_.games()) != state_.games()) {
    seen_ = 0;
    notified_ = kNoSeat;
  }
  if (std::exchange(seen_, events) == events) return;
  if (state_.game()->phase() == Phase::Window) return notify_window(now);
  const Seat seat = public_acting_seat();
  if (seat == kNoSeat || std::exchange(notified_, seat) == seat) return;
  notify_seat(seat, NotificationReason::Turn, now);
}

void TurnNotifier::remind(Time now) {
  const Seat seat = public_acting_seat();
  if (seat != kNoSeat) notify_seat(seat, NotificationReason::Reminder, now);
}

void TurnNotifier::notify_seat(Seat seat, NotificationReason why, Time now) {
  if (!answers_alone(seat)) return;
  const Notification call{.why = why,
                          .room = id_,
                          .code = room_code(id_),
                          .game = state_.games(),
                          .seat = seat,
                          .name = state_.players()[seat].name,
                          .lasts = state_.settings().turn_time()};
  post_webhook(call, now);
  push(seat, call, now);
}

// Everybody is prompted at the same instant, whatever they hold. At a live table a window lasts a
// few seconds, so it notifies nobody.
void TurnNotifier::notify_window(Time now) {
  if (!state_.settings().slow()) return;
  Notification call{.why = NotificationReason::Window,
                    .room = id_,
                    .code = room_code(id_),
                    .game = state_.games(),
                    .lasts = state_.settings().window_time()};
  const SeatMask asked = state_.game()->acting_seats();
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    if (!holds(asked, seat) || !answers_alone(seat)) continue;
    call.name += (call.name.empty() ? "" : ", ") + state_.players()[seat].name;
  }
  if (call.name.empty()) return;
  notified_ = kNoSeat;  // the turn may have passed to another seat by then
  post_webhook(call, now);
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    const Player& player = state_.players()[seat];
    if (!holds(asked, seat) || !answers_alone(seat) || player.auto_pass) continue;
    call.seat = seat;
    call.name = player.name;
    push(seat, call, now);
  }
}

void TurnNotifier::post_webhook(Notification call, Time now) {
  call.url = state_.webhook();
  if (!call.url.empty() && allowance_.take(now)) host_.notify(call);
}

void TurnNotifier::push(Seat seat, Notification call, Time now) {
  call.target = state_.players()[seat].push;
  if (!call.target.wanted() || members_.looks(seat) || !allowance_.take(now)) return;
  call.kind = NotificationKind::Push;
  host_.notify(call);
}

}  // namespace nl
