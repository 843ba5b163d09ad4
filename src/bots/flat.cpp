// Flat Monte Carlo bot.
#include "bots/flat.h"

#include <cassert>
#include <vector>

#include "bots/imagined.h"
#include "bots/tried.h"

namespace nl {
namespace {

bool wins_after(const Rules& rules, const View& v, Action action, std::uint64_t world_seed) {
  Stream chance(world_seed);
  State world = imagine(rules, v, chance);
  Peeks peeks;
  peeks.start(v, world);
  SeededSource random(world_seed, 0);
  apply_legal(rules, world, v.viewer, action, random, peeks);
  return play_out(rules, world, peeks, random, chance) == v.viewer;
}

}  // namespace

Action FlatBot::act(const Rules& rules, const View& v, Past) {
  assert(!v.legal.empty());
  if (v.legal.size() == 1) {
    reason_ = {Why::Forced};
    return v.legal.nth(0);
  }
  std::vector<Tried> tried;
  v.legal.for_each([&](Action action) { tried.push_back({action}); });
  const std::uint64_t seed = std::uint64_t{chance_()} << 32 | chance_();
  const BudgetClock clock(budget_);
  for (int done = 0; clock.more(done); ++done) {
    const std::size_t turn = static_cast<std::size_t>(done) % tried.size();
    // Every answer is tried in the same worlds.
    const std::uint64_t world = mix64(seed + static_cast<std::size_t>(done) / tried.size());
    tried[turn].wins += wins_after(rules, v, tried[turn].action, world);
    ++tried[turn].games;
  }
  const Tried* best = &tried[0];
  for (const Tried& one : tried) {
    if (one.wins * best->games > best->wins * one.games) best = &one;
  }
  reason_ = {Why::Searched, best->percent()};
  return best->action;
}

}  // namespace nl
