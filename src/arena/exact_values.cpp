// Exact values of answers in small games.
#include "arena/exact_values.h"

#include <algorithm>

namespace nl {
namespace {

// Sums by one seat's sequences against the other's plan: of gains, and of probabilities.
struct Sums {
  std::vector<double> gain;
  std::vector<double> reach;
};

Sums sums_at_ends(const SequenceGame& game, int seat, const Plan& other) {
  const std::size_t sequences = game.trees[static_cast<std::size_t>(seat)].sequences;
  Sums sums{std::vector<double>(sequences), std::vector<double>(sequences)};
  for (const Payoff& end : game.payoffs) {
    const double likely = other[seat == 0 ? end.one : end.zero];
    const double gain = static_cast<double>(end.gain) * likely;
    const std::uint32_t own = seat == 0 ? end.zero : end.one;
    sums.gain[own] += seat == 0 ? gain : -gain;
    sums.reach[own] += gain > 0 ? gain : -gain;
  }
  return sums;
}

// Backwards from the last set. The frequency of a set doesn't depend on the answer there, so any of
// its answers gives it.
Sums carried_back(const SequenceTree& tree, Sums sums) {
  for (auto set = tree.sets.rbegin(); set != tree.sets.rend(); ++set) {
    const auto first = sums.gain.begin() + set->first;
    sums.gain[set->parent] += *std::max_element(first, first + set->actions);
    sums.reach[set->parent] += sums.reach[set->first];
  }
  return sums;
}

}  // namespace

void for_each_exact_set(const Rules& rules, const SolveLimits& limits,
                        const std::function<void(const ExactSet&)>& visit) {
  std::array<std::vector<View>, 2> views;
  const SequenceGame game =
      sequence_game(rules, [&](const View& v, Past) { views[v.viewer].push_back(v); });
  Solver solver(game, limits.threads);
  solve(solver, limits);
  for (int seat = 0; seat < 2; ++seat) {
    const SequenceTree& tree = game.trees[static_cast<std::size_t>(seat)];
    const Sums sums = carried_back(tree, sums_at_ends(game, seat, solver.average(1 - seat)));
    for (std::size_t i = 0; i < tree.sets.size(); ++i) {
      const InfoSet& set = tree.sets[i];
      if (sums.reach[set.first] <= 0) continue;
      std::vector<double> wins;
      for (std::uint32_t k = set.first; k < set.first + set.actions; ++k) {
        wins.push_back((1 + sums.gain[k] / sums.reach[k]) / 2);
      }
      visit({views[static_cast<std::size_t>(seat)][i], wins, sums.reach[set.first]});
    }
  }
}

}  // namespace nl
