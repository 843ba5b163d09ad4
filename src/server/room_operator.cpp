// What whoever runs the server wants of a room.
#include "server/room.h"

namespace nl {

// As when its host kicks somebody, and it lasts as that does. Where it is the host who goes there
// is nobody whose address is spared.
void Room::obey(const RoomInput& input) {
  if (input.order == OperatorOrder::Close) {
    return commit({.kind = RoomEventKind::Closed, .at = input.at});
  }
  if (input.order == OperatorOrder::ForgetPush) return forget_push(input);
  const Seat seat = input.ordered;
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool playing = state_.phase() == RoomPhase::Playing;
  const bool there = seat < state_.players().size() && state_.players()[seat].person();
  if (!there || !(lobby || playing) || (playing && seat == state_.host())) return;
  const bool hosts = seat == state_.host();
  ban_player(seat, hosts ? "" : members_.presence(state_.host()).address, input.at);
  remove_player(seat, input.at);
  close_if_deserted(input.at);
}

}  // namespace nl
