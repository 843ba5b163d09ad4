// Kinds of cards, and how many of each a hand or pile holds.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engine/wide.h"

namespace nl {

// The order is the order of the record's card list; ids never move. All 32 places are taken.
enum class Card : std::uint8_t {
  Exploding,
  Imploding,
  Streaking,
  Defuse,
  Attack,
  Targeted,
  Skip,
  SuperSkip,
  Reverse,
  Bottom,
  Favor,
  Nope,
  Shuffle,
  See,
  See5,
  Alter,
  Alter5,
  Swap,
  Garbage,
  Catomic,
  Mark,
  Curse,
  Feral,
  Tacocat,
  Cattermelon,
  Potato,
  Beard,
  Rainbow,
  Personal,
  Share,
  Potluck,
  Bury,
};

inline constexpr int kCardKinds = 32;
inline constexpr int kCardPlaces = 32;
inline constexpr Card kNoCard{0xFF};
// In what somebody knows of the pile: a card of any kind that is no kitten.
inline constexpr Card kNoKitten{kCardPlaces};

constexpr int index(Card card) { return static_cast<int>(card); }
constexpr Card card_at(int kind) { return static_cast<Card>(kind); }

// A set of kinds, one bit each.
using KindMask = std::uint32_t;

constexpr KindMask bit(Card card) {
  assert(index(card) < kCardPlaces);  // kNoCard is in no set
  return KindMask{1} << index(card);
}

// How many cards of each kind. Cards have no identity beyond their kind: nothing can be tracked
// through a shuffle, because there is nothing to track.
struct Counts {
  std::array<std::uint8_t, kCardPlaces> n{};

  constexpr std::uint8_t& operator[](Card card) { return n[static_cast<std::size_t>(card)]; }
  constexpr std::uint8_t operator[](Card card) const { return n[static_cast<std::size_t>(card)]; }
  friend constexpr bool operator==(const Counts&, const Counts&) = default;

  constexpr int total() const {
    int sum = 0;
    for (std::uint8_t count : n) sum += count;
    return sum;
  }

  // The kinds held at least `least` times (1 to 127). No box holds more than 104 cards.
  constexpr KindMask at_least(int least) const { return wide::at_least(n, least); }

  constexpr KindMask kinds() const { return at_least(1); }
};

static_assert(sizeof(Counts) == kCardPlaces);

// The k-th card, counting through the kinds in order, 0 <= k < counts.total().
constexpr Card nth_card(const Counts& counts, int k) {
  assert(k >= 0 && k < counts.total());
  int kind = 0;
  while (k >= counts.n[static_cast<std::size_t>(kind)]) {
    k -= counts.n[static_cast<std::size_t>(kind)];
    ++kind;
  }
  return card_at(kind);
}

}  // namespace nl
