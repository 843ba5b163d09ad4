// What a player does: an answer to the open question, or leaving the game.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"
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

// For a move that was found legal.
template <RandomSource Random, class Sink>
void carry_out(const Rules& rules, State& s, const Move& move, Random& random, Sink& sink) {
  if (move.leaves) {
    forfeit(rules, s, move.seat, random, sink);
  } else {
    apply_legal(rules, s, move.seat, move.action, random, sink);
  }
}

}  // namespace nl
