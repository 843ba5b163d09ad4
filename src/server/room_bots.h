// Bots of a room: jobs for a seat, and the answer that needs no search.
#pragma once

#include <string>

#include "server/bot_job.h"
#include "server/room_state.h"

namespace nl {

// A bot is made for the one answer: what it is made from is the room's and the moment's, so that a
// server that was killed plays on as the other would have.
BotJob job_of(const std::string& bot, const RoomId& room, const RoomState& state, Seat seat);

// Levels and bots by their plain names: how long one may think is not the players' to say.
bool is_offered_bot(std::string_view bot);

// The careful bot's, which needs no search: where nobody thought, or not quickly enough.
Action careful_answer(const RoomId& room, const RoomState& state, Seat seat);

}  // namespace nl
