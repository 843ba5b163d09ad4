// Share of each seat in the next kitten, by answer: the reason for an answer in figures that a
// player can work out from the deck and from what is known.
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

// One row for each legal answer, in their order. Worlds that look the same to the viewer are played
// on by rule players until somebody draws a kitten. Made from the view alone; the same view gives
// the same figures.
std::vector<NextKitten> next_kittens(const Rules& rules, const View& v);

// By how many points an answer must lower the viewer's share below that of every other answer to be
// explained by it.
inline constexpr int kClearlySafer = 10;

bool is_safest(const std::vector<NextKitten>& rows, Seat viewer, Action answer,
               int margin = kClearlySafer);

}  // namespace nl
