// Player ratings: the Plackett-Luce model with the update of Weng and Lin (2011), as in
// openskill 6.2. docs/host/ladder.md
#pragma once

#include <cstddef>
#include <span>

namespace nl {

struct Rating {
  double mu = 25;
  double sigma = 25.0 / 3;

  friend bool operator==(const Rating&, const Rating&) = default;
};

// One player of the table wins; all others share second place. At least two players.
void rate(std::span<Rating> table, std::size_t winner);

// Displayed rating: a lower bound, and 1000 for a new player.
int points_of(const Rating& rating);

}  // namespace nl
