#include "server/turn_caller.h"

#include <algorithm>

#include "text/notation.h"

namespace nl {

// As one sees it who has no cards. In a window nobody: whoever is asked there would be called in
// the same instant as all others, for a question of a few seconds.
Seat TurnCaller::publicly_asked() const {
  const View v = state_.game()->view(kWatcher);
  return v.over() || v.phase() == Phase::Window ? kNoSeat : v.top().seat;
}

bool TurnCaller::looks(Seat seat) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.seat == seat && !member.hidden; });
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
  const Seat seat = publicly_asked();
  if (seat == kNoSeat || std::exchange(called_, seat) == seat) return;
  const Player& player = state_.players()[seat];
  if (!player.person() || members_.presence(seat).held()) return;
  Call call{.room = id_,
            .code = room_code(id_),
            .game = state_.games(),
            .seat = seat,
            .name = player.name,
            .url = state_.webhook()};
  if (!call.url.empty() && allowance_.take(now)) host_.call(call);
  if (!player.push.wanted() || looks(seat) || !allowance_.take(now)) return;
  call.kind = CallKind::Push;
  call.url.clear();
  call.target = player.push;
  host_.call(call);
}

}  // namespace nl
