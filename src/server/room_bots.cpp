// Bot jobs of a room's seats.
#include "server/room_bots.h"

#include <algorithm>

#include "bots/bot.h"
#include "engine/past.h"

namespace nl {

BotJob job_of(const std::string& bot, const RoomId& room, const RoomState& state, Seat seat) {
  std::uint64_t seed = state.events() << 3 | seat;
  for (const std::uint8_t byte : room) seed = mix64(seed ^ byte);
  const FairGame& game = *state.game();
  const std::span<const Event> told = game.events(seat);
  const auto past = told.last(std::min(told.size(), std::size_t{kHistory}));
  return {
      .topic = {.room = room, .game = state.games(), .seat = seat, .decision = game.decision(seat)},
      .bot = bot,
      .seed = seed,
      .rules = game.rules(),
      .view = game.view(seat),
      .past = {past.begin(), past.end()}};
}

bool is_offered_bot(std::string_view bot) {
  const auto names = bot_names();
  const auto levels = bot_levels();
  return std::find(names.begin(), names.end(), bot) != names.end() ||
         std::any_of(levels.begin(), levels.end(),
                     [&](const Level& level) { return level.name == bot; });
}

Action careful_answer(const RoomId& room, const RoomState& state, Seat seat) {
  return run_bot_job(job_of(std::string(kDefaultBot), room, state, seat)).action;
}

}  // namespace nl
