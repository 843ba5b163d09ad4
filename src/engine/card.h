// Kinds of cards, and how many of each a hand or pile holds.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engine/bits.h"
#include "engine/simd.h"

namespace nl {

// Card slots of the layout. Action ids, kind masks, observations and their version number follow
// from this one number. Raising it makes another layout, so ninelives_v1 keeps 32.
#ifndef NINELIVES_CARD_PLACES
#define NINELIVES_CARD_PLACES 32
#endif
inline constexpr int kCardPlaces = NINELIVES_CARD_PLACES;
// Whole words of eight slots. A set of kinds has 64 bits at most, and kNoKitten is one id more.
static_assert(kCardPlaces % 8 == 0 && kCardPlaces >= 32 && kCardPlaces < 64);

// The order is the order of the record's card list; ids never move. A new kind comes last.
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

inline constexpr Card kLastCard = Card::Bury;
inline constexpr int kCardKinds = static_cast<int>(kLastCard) + 1;
static_assert(kCardKinds <= kCardPlaces, "raise NINELIVES_CARD_PLACES by 8");
inline constexpr Card kNoCard{0xFF};
// In what somebody knows of the pile: a card of any kind that is no kitten.
inline constexpr Card kNoKitten{kCardPlaces};

constexpr int index(Card card) { return static_cast<int>(card); }
constexpr Card card_at(int kind) { return static_cast<Card>(kind); }

// A set of kinds, one bit each.
using KindMask = simd::Mask<kCardPlaces>;

constexpr KindMask bit(Card card) {
  assert(index(card) < kCardPlaces);  // kNoCard is in no set
  return KindMask{1} << index(card);
}

// Number of cards of each kind. Cards have no identity beyond their kind: nothing can be tracked
// through a shuffle, because there is nothing to track.
struct Counts {
  std::array<std::uint8_t, kCardPlaces> n{};

  constexpr std::uint8_t& operator[](Card card) { return n[static_cast<std::size_t>(card)]; }
  constexpr std::uint8_t operator[](Card card) const { return n[static_cast<std::size_t>(card)]; }
  friend constexpr bool operator==(const Counts&, const Counts&) = default;

  constexpr int total() const { return simd::sum(n); }

  // The kinds held at least `least` times (1 to 127). No box holds more than 104 cards.
  constexpr KindMask at_least(int least) const { return simd::at_least(n, least); }

  constexpr KindMask kinds() const { return at_least(1); }
};

static_assert(sizeof(Counts) == kCardPlaces);

// The k-th card, counting through the kinds in order, 0 <= k < counts.total().
constexpr Card nth_card(const Counts& counts, int k) {
  assert(k >= 0 && k < counts.total());
  for (KindMask kinds = counts.kinds();; kinds &= kinds - 1) {
    const Card card = card_at(lowest_bit(kinds));
    k -= counts[card];
    if (k < 0) return card;
  }
}

}  // namespace nl
