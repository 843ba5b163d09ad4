// Exact values of answers at every information set of a small game.
// Value of each answer at every information set of a small game, if both players play its
// solution from then on: the truth that estimates are compared with.
#pragma once

#include <functional>
#include <span>

#include "arena/solver.h"

namespace nl {

struct ExactSet {
  const View& view;
  std::span<const double> wins;  // of the asked player, by legal answer in their order
  double reach;                  // probability that chance and the other player let it come to this
};

// Solves the game and calls `visit` for each information set that is reached at all.
void for_each_exact_set(const Rules& rules, const SolveLimits& limits,
                        const std::function<void(const ExactSet&)>& visit);

}  // namespace nl
