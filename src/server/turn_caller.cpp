#include "server/turn_caller.h"

#include <utility>

#include "text/notation.h"

namespace nl {

// As one sees it who has no cards. In a window nobody.
Seat TurnCaller::publicly_asked() const {
  const View v = state_.game()->view(kWatcher);
  return v.over() || v.phase() == Phase::Window ? kNoSeat : v.top().seat;
}

// A person, who has not been replaced.
bool TurnCaller::answers_alone(Seat seat) const {
  return state_.players()[seat].person() && !members_.presence(seat).held();
}

void TurnCaller::resume() {
  game_ = state_.games();
  if (state_.game() == nullptr) return;
  seen_ = state_.game()->events(kWatcher).size();
  called_ = publicly_asked();
}

void TurnCaller::follow(Time now) {
  const std::size_t events = state_.game()->events(kWatcher).size();
  if (std::exchange(game_, state_.games()) != state_.games()) {
    seen_ = 0;
    called_ = kNoSeat;
  }
  if (std::exchange(seen_, events) == events) return;
  if (state_.game()->phase() == Phase::Window) return call_window(now);
  const Seat seat = publicly_asked();
  if (seat == kNoSeat || std::exchange(called_, seat) == seat) return;
  call_seat(seat, CallReason::Turn, now);
}

void TurnCaller::remind(Time now) {
  const Seat seat = publicly_asked();
  if (seat != kNoSeat) call_seat(seat, CallReason::Reminder, now);
}

void TurnCaller::call_seat(Seat seat, CallReason why, Time now) {
  if (!answers_alone(seat)) return;
  const Call call{.why = why,
                  .room = id_,
                  .code = room_code(id_),
                  .game = state_.games(),
                  .seat = seat,
                  .name = state_.players()[seat].name,
                  .lasts = state_.settings().turn_time()};
  hook(call, now);
  push(seat, call, now);
}

// Everybody is asked in the same instant, whatever they hold. At a table where people sit together
// that is a question of a few seconds, and nobody is called for it.
void TurnCaller::call_window(Time now) {
  if (!state_.settings().slow()) return;
  Call call{.why = CallReason::Window,
            .room = id_,
            .code = room_code(id_),
            .game = state_.games(),
            .lasts = state_.settings().window_time()};
  const SeatMask asked = state_.game()->asked();
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    if (!holds(asked, seat) || !answers_alone(seat)) continue;
    call.name += (call.name.empty() ? "" : ", ") + state_.players()[seat].name;
  }
  if (call.name.empty()) return;
  called_ = kNoSeat;  // whose turn it is may have gone by the time that it goes on
  hook(call, now);
  for (Seat seat = 0; seat < state_.players().size(); ++seat) {
    const Player& player = state_.players()[seat];
    if (!holds(asked, seat) || !answers_alone(seat) || player.auto_pass) continue;
    call.seat = seat;
    call.name = player.name;
    push(seat, call, now);
  }
}

void TurnCaller::hook(Call call, Time now) {
  call.url = state_.webhook();
  if (!call.url.empty() && allowance_.take(now)) host_.call(call);
}

void TurnCaller::push(Seat seat, Call call, Time now) {
  call.target = state_.players()[seat].push;
  if (!call.target.wanted() || members_.looks(seat) || !allowance_.take(now)) return;
  call.kind = CallKind::Push;
  host_.call(call);
}

}  // namespace nl
