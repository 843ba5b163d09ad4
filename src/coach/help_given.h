// Help between the players of one game: by how much a player's moves raised each other player's
// chance to win, compared with strong play in the same position.
#pragma once

#include <array>

#include "bots/position_value.h"
#include "game/film.h"

namespace nl {

// Helping somebody must hurt somebody else.
inline constexpr int kFewestForHelp = 3;

class HelpGiven {
 public:
  // `rules` must outlive this.
  explicit HelpGiven(const Rules& rules) : judge_(rules, Yardstick::Critic) {}

  // True if the critic can measure such a game.
  static bool measures(const Rules& rules, int seats) {
    return seats >= kFewestForHelp && critic_learned(rules, seats);
  }

  // One move, before it is made. A move without a choice counts as 0.
  void add(const Position& before, Seat seat, Action action);

  // In chances to win, over all moves. Gains shared by all opponents are left out: a weak player
  // helps everybody, and so nobody in particular. The sum over all receivers is 0.
  double to(Seat giver, Seat receiver) const { return help_[giver][receiver]; }

 private:
  Judge judge_;
  std::uint64_t moves_ = 0;
  std::array<std::array<double, kMaxSeats>, kMaxSeats> help_{};
};

// Of a whole recorded game that measures() accepts. `film` must outlive the result.
HelpGiven help_in(const Film& film);

}  // namespace nl
