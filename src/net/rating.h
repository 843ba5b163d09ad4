// How strong a player is thought to be, and what a game changes of it: Plackett and Luce's model
// with the update of Weng and Lin (2011), as openskill 6.2 has it. docs/ladder.md
#pragma once

#include <cstddef>
#include <span>

namespace nl {

struct Rating {
  double mu = 25;
  double sigma = 25.0 / 3;

  friend bool operator==(const Rating&, const Rating&) = default;
};

// One of the table has won; the others are second, all together. At least two.
void rate(std::span<Rating> table, std::size_t winner);

// What is shown: nearly sure, and 1000 for who has not played.
int points_of(const Rating& rating);

}  // namespace nl
