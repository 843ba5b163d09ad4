// Hints for players.
#include "bots/hint.h"

#include <algorithm>
#include <cmath>

#include "bots/counting_policy.h"
#include "bots/ismcts.h"
#include "bots/position_value.h"

namespace nl {
namespace {

// Minimum number of games for a shown estimate: a dozen, and a quarter of the most tried answer's,
// or a lucky streak would look better than a well-tested answer.
constexpr int kFewestGames = 12;
constexpr int kLeastShare = 4;
// More worlds make no visible difference.
constexpr int kMostWorlds = 128;

// Uniform prior: a person wants to know the value of the other answers, too.
constexpr SearchStyle kOpenMind{.explore = 0.7, .trust = 0.3, .doubt = 8};

bool looks_equal(const std::vector<Tried>& moves) {
  return moves.size() > 1 && moves[0].percent() == moves[1].percent();
}

double squared_error(const Tried& tried) {
  const double share = tried.wins / tried.games;
  return share * (1 - share) / tried.games;
}

// Shares of wins in separate games: the error of their difference has both.
bool within_error(const std::vector<Tried>& moves) {
  if (moves.size() < 2 || moves[0].games == 0 || moves[1].games == 0) return false;
  const double lag = moves[0].wins / moves[0].games - moves[1].wins / moves[1].games;
  return lag <= std::sqrt(squared_error(moves[0]) + squared_error(moves[1])) || looks_equal(moves);
}

// By the critic where it knows the game: the same figures as in a review.
Hint hint_by_critic(const Rules& rules, const View& v, std::uint64_t seed, Budget budget) {
  const int share = budget.tries / v.legal.size();
  const int worlds = std::clamp(share, kFewestGames, kMostWorlds);
  const Weighing weighing = weigh_moves(Judge(rules, Yardstick::Critic), v, worlds, seed);
  Hint hint;
  for (const MoveValue& move : weighing.moves) {
    if (hint.moves.size() == kHintMoves) break;
    hint.moves.push_back({move.action, worlds, move.chances[v.viewer] * worlds});
  }
  const MoveValue& second = weighing.moves[1];
  hint.equal = second.behind <= second.error || looks_equal(hint.moves);
  const Tried& advice = hint.moves.front();
  hint.reason = reason_for(rules, v, advice.action, {Why::Foreseen, advice.percent()}, seed);
  return hint;
}

Hint hint_by_search(const Rules& rules, const View& v, std::uint64_t seed, Budget budget) {
  SearchBot search(seed, budget, kOpenMind);
  const Action advice = search.act(rules, v, {});
  Hint hint{{{advice}}, search.reason()};
  if (search.tried().empty()) return hint;
  int most = 0;
  for (const Tried& tried : search.tried()) most = std::max(most, tried.games);
  hint.moves.clear();
  for (const Tried& tried : search.tried()) {
    const bool enough = tried.games >= kFewestGames && tried.games * kLeastShare >= most;
    if (enough || tried.games == most) hint.moves.push_back(tried);
  }
  // By the printed value, so that no other answer ever looks better than the advice.
  std::stable_sort(hint.moves.begin(), hint.moves.end(), [](const Tried& a, const Tried& b) {
    return a.percent() != b.percent() ? a.percent() > b.percent() : a.games > b.games;
  });
  if (hint.moves.size() > kHintMoves) hint.moves.resize(kHintMoves);
  hint.equal = within_error(hint.moves);
  const Tried& best = hint.moves.front();
  hint.reason = reason_for(rules, v, best.action, {Why::Searched, best.percent()}, seed);
  return hint;
}

}  // namespace

// The rule player has words for its choices; search and networks have only numbers.
Reason reason_for(const Rules& rules, const View& v, Action action, Reason found,
                  std::uint64_t seed) {
  Stream chance(mix64(seed + 1));
  const Reasoned rule = counting_choice(situation(rules, v), chance);
  return rule.action == action && rule.reason.why != Why::Chance ? rule.reason : found;
}

Hint hint_for(const Rules& rules, const View& v, std::uint64_t seed, Budget budget) {
  const bool learned = budget.tries > 0 && critic_learned(rules, v.seats);
  if (learned && v.legal.size() > 1) return hint_by_critic(rules, v, seed, budget);
  return hint_by_search(rules, v, seed, budget);
}

}  // namespace nl
