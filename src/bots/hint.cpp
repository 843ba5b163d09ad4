#include "bots/hint.h"

#include <algorithm>

#include "bots/counting_policy.h"
#include "bots/ismcts.h"

namespace nl {
namespace {

// An estimate from fewer games says too little to be shown.
constexpr int kFewestGames = 12;

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
  Stream chance(mix64(seed + 1));
  for (const Tried& tried : search.tried()) {
    if (tried.action == advice) {
      hint.moves.front() = tried;
    } else if (tried.games >= kFewestGames) {
      hint.moves.push_back(tried);
    }
  }
  std::stable_sort(hint.moves.begin() + 1, hint.moves.end(), [](const Tried& a, const Tried& b) {
    return a.wins * b.games > b.wins * a.games;
  });
  if (hint.moves.size() > kHintMoves) hint.moves.resize(kHintMoves);
  hint.reason = reason_for(rules, v, hint.moves.front(), chance);
  return hint;
}

}  // namespace nl
