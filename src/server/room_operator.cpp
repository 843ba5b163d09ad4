// What whoever runs the server wants of a room.
#include "server/room.h"

namespace nl {

// A seat of a running game goes to a bot, as when its host kicks somebody.
void Room::obey(const RoomInput& input) {
  if (input.order == OperatorOrder::Close) {
    return commit({.kind = RoomEventKind::Closed, .at = input.at});
  }
  const Seat seat = input.ordered;
  const bool lobby = state_.phase() == RoomPhase::Lobby;
  const bool playing = state_.phase() == RoomPhase::Playing;
  const bool there = seat < state_.players().size() && state_.players()[seat].person();
  if (!there || !(lobby || playing) || (playing && seat == state_.host())) return;
  if (const Member* kicked = members_.at(seat)) send_away(kicked->session);
  commit({.kind = lobby ? RoomEventKind::Removed : RoomEventKind::Replaced,
          .at = input.at,
          .seat = seat});
  if (playing) asker_.ask_anew(seat);
  close_if_deserted(input.at);
}

}  // namespace nl
