// Everybody's hands for those who watch, where all players allow it, and a turn late: as they were
// when the turn before this one began. A watcher may whisper to a player; what can be whispered is
// old by then.
#pragma once

#include <array>

#include "server/fair_game.h"

namespace nl {

class LateHands {
 public:
  using Hands = std::array<Counts, kMaxSeats>;

  // After the deal and after every step.
  void follow(const FairGame& game);

  // That of the hands, counted from one; zero: none is old enough.
  int turn() const { return old_turn_; }
  const Hands& hands() const { return old_; }

 private:
  std::size_t heard_ = 0;  // events
  int turn_ = 0;           // that goes on, and the hands that it began with
  Hands fresh_{};
  int old_turn_ = 0;
  Hands old_{};
};

}  // namespace nl
