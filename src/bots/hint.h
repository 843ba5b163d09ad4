// Hint for a person: a strong player's answer in the same seat, its share of wins in imagined
// games, and the reason. It is made from the view only, so that it can't reveal a secret.
#pragma once

#include <cstdint>
#include <vector>

#include "bots/budget.h"
#include "bots/reason.h"
#include "bots/tried.h"
#include "engine/rules.h"
#include "engine/view.h"

namespace nl {

struct Hint {
  std::vector<Tried> moves;  // moves that were tried often; the first is the advice
  Reason reason;             // for the advice
  bool equal = false;        // the second move's lag is within its standard error
};

inline constexpr Budget kHintBudget{600, 0};
inline constexpr std::size_t kHintMoves = 4;

// `v.legal` is not empty.
Hint hint_for(const Rules& rules, const View& v, std::uint64_t seed, Budget budget = kHintBudget);

// Reason for a strong player's answer: the rule player's reason if it would do the same, otherwise
// the computed figure.
Reason reason_for(const Rules& rules, const View& v, Action action, Reason found,
                  std::uint64_t seed);

}  // namespace nl
