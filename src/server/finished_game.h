// Finished game, as the archive and the ladder receive it. From now on its record is public to
// everybody who knows its address.
#pragma once

#include <string>
#include <vector>

#include "game/time.h"
#include "server/room_event.h"

namespace nl {

struct FinishedGame {
  GameId id{};
  Time dealt{0};
  Time ended{0};
  std::vector<Player> players{};
  Seat winner = kNoSeat;
  SeatMask helped{};                  // for whom the clock or a bot has answered
  std::vector<TokenHash> replaced{};  // of players who were sent away: they may delete it, too
  int turns = 0;
  // From the queue, its first game, with at least one turn and no forfeit before the first draw.
  bool rated = false;
  std::vector<std::string> record{};
  // Its origin, if it was not dealt here: an earlier game, or an attempt at a daily deal.
  std::string origin{};
  bool rematch = false;  // not the first game of its room
};

// The last part of its address, /g/ADDRESS: 64 bits of its id, as hexadecimal digits.
inline constexpr std::size_t kGameAddressDigits = 16;
inline std::string game_address(const GameId& id) {
  return to_hex(id).substr(0, kGameAddressDigits);
}
inline bool is_game_address(std::string_view text) {
  return text.size() == kGameAddressDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace nl
