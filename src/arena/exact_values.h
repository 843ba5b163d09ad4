// Exact values of answers at every information set of a small game, if both players follow its
// solution from then on: the ground truth for estimates.
#pragma once

#include <functional>
#include <span>

#include "arena/solver.h"

namespace nl {

struct ExactSet {
  const View& view;
  std::span<const double> wins;  // for the acting seat, by legal answer in their order
  double reach;                  // probability that chance and the other player lead to it
};

// Solves the game and calls `visit` for each reachable information set.
void for_each_exact_set(const Rules& rules, const SolveLimits& limits,
                        const std::function<void(const ExactSet&)>& visit);

}  // namespace nl
