// State of one client: queries over seats and players.
#include "client/client_state.h"

namespace nl {
namespace {

SeatMask seats_where(const std::vector<RoomPlayer>& players, bool (*is)(const RoomPlayer&)) {
  SeatMask mask = 0;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    if (is(players[seat])) mask |= seat_bit(static_cast<Seat>(seat));
  }
  return mask;
}

}  // namespace

CreateRequest create_request(const Errand& errand) {
  return {errand.name, {errand.settings}, errand.bots};
}

SeatMask ClientState::bots() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.bot.empty(); });
}

SeatMask ClientState::away() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return !player.connected; });
}

SeatMask ClientState::held() const {
  return seats_where(room_.players, [](const RoomPlayer& player) { return player.held; });
}

const NetQuestion* ClientState::question() const { return question_ ? &*question_ : nullptr; }

const NetWindow* ClientState::window() const { return window_ ? &*window_ : nullptr; }

bool ClientState::playing() const {
  return has_game() && !over_ && !watching() && room_.phase == RoomPhase::Playing &&
         holds(seen_.view.alive, room_.seat);
}

}  // namespace nl
