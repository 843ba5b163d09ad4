// Positions and moves of a film, for analysis.
#pragma once

#include <string>

#include "bots/position_value.h"
#include "game/film.h"
#include "game/move.h"

namespace nl {

inline Position position_of(const Still& still) {
  Position at{still.state, KnowledgeSink(still.state.seats)};
  for (Seat seat = 0; seat < still.state.seats; ++seat) at.known.set(seat, still.known[seat]);
  return at;
}

// "2 play favor", as a film has it; the position is the one before.
inline Move move_of(const State& before, const std::string& action) {
  const std::size_t space = action.find(' ');
  Move move{.seat = static_cast<Seat>(std::stoi(action.substr(0, space)))};
  const std::string text = action.substr(space + 1);
  move.leaves = text == kForfeit;
  if (!move.leaves) move.action = *parse_action(before, move.seat, text);
  return move;
}

}  // namespace nl
