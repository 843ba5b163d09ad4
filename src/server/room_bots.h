// What the bots of a room say.
#pragma once

#include <string>

#include "server/room_state.h"
#include "server/thinking.h"

namespace nl {

// A bot is made for the one answer: what it is made from is the room's and the moment's, so that a
// server that was killed plays on as the other would have.
ThinkJob job_of(const std::string& bot, const RoomId& room, const RoomState& state, Seat seat);

// The careful bot's, which needs no search: where nobody thought, or not quickly enough.
Action careful_answer(const RoomId& room, const RoomState& state, Seat seat);

}  // namespace nl
