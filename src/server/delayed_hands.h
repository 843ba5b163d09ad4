// Delayed hands for watchers: everybody's hand as it was when the previous turn began.
// Used only if all players allow it. A watcher may pass on what they see, but only a turn late.
#pragma once

#include <array>

#include "server/fair_game.h"

namespace nl {

class DelayedHands {
 public:
  using Hands = std::array<Counts, kMaxSeats>;

  // After the deal and after every step.
  void follow(const FairGame& game);

  // Turn of the hands, counted from one; zero: none is old enough yet.
  int turn() const { return old_turn_; }
  const Hands& hands() const { return old_; }

 private:
  std::size_t heard_ = 0;  // events
  int turn_ = 0;           // the current turn, and the hands that it began with
  Hands fresh_{};
  int old_turn_ = 0;
  Hands old_{};
};

}  // namespace nl
