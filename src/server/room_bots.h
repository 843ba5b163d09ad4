// What the bots of a room say.
#pragma once

#include <string_view>

#include "server/room_state.h"

namespace nl {

// A bot is made for the one answer: what it is made from is the room's and the moment's, so that a
// server that was killed plays on as the other would have.
Action answer_of(std::string_view bot, const RoomId& room, const RoomState& state, Seat seat);

}  // namespace nl
