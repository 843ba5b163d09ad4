// Bots of a room: jobs for a seat, and the answer that needs no search.
#pragma once

#include <string>

#include "server/bot_job.h"
#include "server/room_state.h"

namespace nl {

// A bot is created for each answer from the room's state alone, so a restarted server computes the
// same answer.
BotJob job_of(const std::string& bot, const RoomId& room, const RoomState& state, Seat seat);

// Levels and bots by plain names; players can't choose the thinking time.
bool is_offered_bot(std::string_view bot);

// The careful bot, which needs no search: used if there is no result, or not in time.
Action careful_answer(const RoomId& room, const RoomState& state, Seat seat);

}  // namespace nl
