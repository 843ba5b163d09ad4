// Plays a move through the rules. Includes all of them: only for game.cpp and the C interface.
#pragma once

#include "engine/game.h"
#include "game/move.h"

namespace nl {

// `move` must be legal.
template <RandomSource Random, class Sink>
void carry_out(const Rules& rules, State& s, const Move& move, Random& random, Sink& sink) {
  if (move.leaves) {
    forfeit(rules, s, move.seat, random, sink);
  } else {
    apply_legal(rules, s, move.seat, move.action, random, sink);
  }
}

}  // namespace nl
