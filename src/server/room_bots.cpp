#include "server/room_bots.h"

#include "bots/bot.h"

namespace nl {

Action answer_of(std::string_view bot, const RoomId& room, const RoomState& state, Seat seat) {
  std::uint64_t seed = state.events() << 3 | seat;
  for (const std::uint8_t byte : room) seed = mix64(seed ^ byte);
  const FairGame& game = *state.game();
  return make_bot(bot, seed)->act(game.rules(), game.view(seat));
}

}  // namespace nl
