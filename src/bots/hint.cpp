#include "bots/hint.h"

#include <algorithm>

#include "bots/counting_policy.h"
#include "bots/ismcts.h"

namespace nl {
namespace {

// An estimate from fewer games says too little to be shown: a dozen, and a quarter of what was
// tried most, or a lucky streak would look better than what was looked at closely.
constexpr int kFewestGames = 12;
constexpr int kLeastShare = 4;

// Nothing is taken for granted: a person wants to know what the other answers are worth, too.
constexpr SearchStyle kOpenMind{.explore = 0.7, .trust = 0.3, .doubt = 8};

// The rule player has words for its choices; search has only numbers.
Reason reason_for(const Rules& rules, const View& v, const Tried& advice, Stream& chance) {
  const Reasoned rule = counting_choice(situation(rules, v), chance);
  if (rule.action == advice.action && rule.reason.why != Why::Chance) return rule.reason;
  return {Why::Searched, advice.percent()};
}

}  // namespace

Hint hint_for(const Rules& rules, const View& v, std::uint64_t seed, Budget budget) {
  SearchBot search(seed, budget, kOpenMind);
  const Action advice = search.act(rules, v);
  Hint hint{{{advice}}, search.reason()};
  if (search.tried().empty()) return hint;
  int most = 0;
  for (const Tried& tried : search.tried()) most = std::max(most, tried.games);
  hint.moves.clear();
  for (const Tried& tried : search.tried()) {
    const bool enough = tried.games >= kFewestGames && tried.games * kLeastShare >= most;
    if (enough || tried.games == most) hint.moves.push_back(tried);
  }
  // By what is shown, so that no other answer ever looks better than the advice.
  std::stable_sort(hint.moves.begin(), hint.moves.end(), [](const Tried& a, const Tried& b) {
    return a.percent() != b.percent() ? a.percent() > b.percent() : a.games > b.games;
  });
  if (hint.moves.size() > kHintMoves) hint.moves.resize(kHintMoves);
  Stream chance(mix64(seed + 1));
  hint.reason = reason_for(rules, v, hint.moves.front(), chance);
  return hint;
}

}  // namespace nl
