// Share of each seat in the next kitten, by answer: figures that a player can work out from the
// deck and the known cards, as the reason for an answer.
#pragma once

#include <array>
#include <vector>

#include "engine/rules.h"
#include "engine/view.h"

namespace nl {

struct NextKitten {
  Action answer{};
  std::array<int, kMaxSeats> percent{};  // by seat; the rest of 100: nobody draws it
};

// One row for each legal answer, in their order. Rule players continue consistent worlds until
// somebody draws a kitten. Made from the view only; the same view gives the same figures.
std::vector<NextKitten> next_kittens(const Rules& rules, const View& v);

// Minimum difference in points: an answer is explained by a low share only if it is this much lower
// than that of every other answer.
inline constexpr int kClearlySafer = 10;

bool is_safest(const std::vector<NextKitten>& rows, Seat viewer, Action answer,
               int margin = kClearlySafer);

}  // namespace nl
