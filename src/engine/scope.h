// Compile-time scopes of the rules: what can happen in a game. The rules are one code for all
// games; compiled for a scope, what can't happen in it is left out, so that the rest stays in a
// small cache: a GPU reads its code more slowly than it plays.
#pragma once

#include "engine/card.h"
#include "engine/rules.h"
#include "engine/state.h"

namespace nl {

struct AnyGame {
  static constexpr int kMostCards = kMaxBox;
  static constexpr bool has(Card) { return true; }
  static constexpr bool asks(Phase) { return true; }
  static constexpr bool fits(const Rules&) { return true; }
};

// The cards of the base box, and no question that a house rule adds.
struct BaseBoxOnly {
  static constexpr int kMostCards = base_box().total();
  static constexpr KindMask kKinds = base_box().kinds();
  static constexpr PhaseMask kPhases =
      phases(Phase::Turn, Phase::Target, Phase::Name, Phase::Window, Phase::Give, Phase::Place,
             Phase::Explode, Phase::EndTurn, Phase::Over);

  static constexpr bool has(Card card) { return (kKinds & bit(card)) != 0; }
  static constexpr bool asks(Phase phase) { return is_one_of(phase, kPhases); }
  static constexpr bool fits(const Rules& rules) {
    return (rules.copies.kinds() & ~kKinds) == 0 && rules.copies.total() <= kMostCards &&
           !rules.times && !rules.chain && !rules.five;
  }
};

}  // namespace nl
