// Move of a player: an answer to the open question, or a forfeit.
#pragma once

#include <string>
#include <string_view>

#include "engine/action.h"
#include "engine/seat.h"
#include "engine/state.h"
#include "text/notation.h"

namespace nl {

struct Move {
  Seat seat = 0;
  Action action{};
  bool leaves = false;
};

inline constexpr std::string_view kForfeit = "forfeit";

inline std::string move_text(const State& s, const Move& move) {
  return move.leaves ? std::string(kForfeit) : action_text(s, move.seat, move.action);
}

}  // namespace nl
