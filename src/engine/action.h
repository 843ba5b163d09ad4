// Actions, a small number each, and sets of them.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/bits.h"
#include "engine/card.h"
#include "engine/seat.h"

namespace nl {

// The map of ids. It never moves: trained agents, records and other languages depend on it.
//
//     0 ..  15   words: draw pass nope blind five keep defuse, the rest reserved
//    16 ..  23   target: the seat that many places after the actor (16 is the actor, never legal)
//    24 .. 127   a number from 0 to 103: depth, order or times, by the question asked
//   128 .. 159   play CARD; from here on one id for each of the kCardPlaces slots
//   160 .. 191   pair CARD
//   192 .. 223   triple CARD
//   224 .. 255   card CARD: names, gives or takes one
enum class Verb : std::uint8_t {
  Draw,
  Pass,
  Nope,
  Blind,
  Five,
  Keep,
  Defuse,
  Target,
  Number,
  Play,
  Pair,
  Triple,
  Card,
  Reserved,
};

inline constexpr int kWords = 7;
inline constexpr int kTargetBase = 16;
inline constexpr int kNumberBase = 24;
inline constexpr int kNumbers = 104;
inline constexpr int kPlayBase = kNumberBase + kNumbers;
inline constexpr int kPairBase = kPlayBase + kCardPlaces;
inline constexpr int kTripleBase = kPairBase + kCardPlaces;
inline constexpr int kCardBase = kTripleBase + kCardPlaces;
inline constexpr int kActions = kCardBase + kCardPlaces;
using ActionId = std::conditional_t<(kActions <= 256), std::uint8_t, std::uint16_t>;

struct Action {
  ActionId id = 0;

  constexpr Verb verb() const {
    if (id >= kPlayBase) {
      return static_cast<Verb>(static_cast<int>(Verb::Play) + (id - kPlayBase) / kCardPlaces);
    }
    if (id >= kNumberBase) return Verb::Number;
    if (id >= kTargetBase) return Verb::Target;
    return id < kWords ? static_cast<Verb>(id) : Verb::Reserved;
  }
  constexpr Card card() const {
    return card_at(static_cast<int>((id - unsigned{kPlayBase}) % unsigned{kCardPlaces}));
  }
  constexpr int number() const { return id - kNumberBase; }
  constexpr int distance() const { return id - kTargetBase; }

  friend constexpr bool operator==(Action, Action) = default;
};

static_assert(kActions <= 65536 && sizeof(Action) == sizeof(ActionId));

constexpr Action make_action(int id) {
  assert(id >= 0 && id < kActions);
  return Action{static_cast<ActionId>(id)};
}
constexpr Action word(Verb verb) { return make_action(static_cast<int>(verb)); }
// An id that no action has: "no answer".
inline constexpr Action kNoAnswer = make_action(kWords);
constexpr Action target(Seat actor, Seat seat, int seats) {
  return make_action(kTargetBase + seat_distance(actor, seat, seats));
}
constexpr Action number(int n) {
  assert(n >= 0 && n < kNumbers);  // the next id means a play
  return make_action(kNumberBase + n);
}
constexpr Action play(Card card) { return make_action(kPlayBase + index(card)); }
constexpr Action pair(Card card) { return make_action(kPairBase + index(card)); }
constexpr Action triple(Card card) { return make_action(kTripleBase + index(card)); }
constexpr Action name_card(Card card) { return make_action(kCardBase + index(card)); }

static_assert(play(Card::Skip).verb() == Verb::Play && play(Card::Skip).card() == Card::Skip);
static_assert(name_card(Card::Rainbow).verb() == Verb::Card);
static_assert(number(kNumbers - 1).id == kPlayBase - 1);

// A set of actions: one bit an id.
struct ActionSet {
  static constexpr std::size_t kActionWords = (kActions + 63) / 64;
  std::array<std::uint64_t, kActionWords> bits{};

  constexpr void add(Action action) { bits[action.id / 64u] |= std::uint64_t{1} << action.id % 64; }
  constexpr bool has(Action action) const {
    return (element(bits, action.id / 64) >> action.id % 64 & 1) != 0;
  }
  constexpr void add_plays(KindMask kinds) { add_kinds(kPlayBase, kinds); }
  constexpr void add_pairs(KindMask kinds) { add_kinds(kPairBase, kinds); }
  constexpr void add_triples(KindMask kinds) { add_kinds(kTripleBase, kinds); }
  constexpr void add_cards(KindMask kinds) { add_kinds(kCardBase, kinds); }
  constexpr void add_target(int distance) {
    bits[0] |= std::uint64_t{1} << (kTargetBase + distance);
  }
  // None if `high` is below `low`.
  constexpr void add_numbers(int low, int high) {
    assert(low >= 0 && high < kNumbers);
    bits[0] |= up_to(kNumberBase + high) & ~up_to(kNumberBase + low - 1);
    bits[1] |= up_to(kNumberBase + high - 64) & ~up_to(kNumberBase + low - 1 - 64);
  }

  constexpr int size() const {
    int n = count_bits(bits[0]) + count_bits(bits[1]) + count_bits(bits[2]) + count_bits(bits[3]);
    for (std::size_t w = 4; w < kActionWords; ++w) n += count_bits(bits[w]);
    return n;
  }
  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : bits) any |= word;
    return any == 0;
  }

  // The k-th action in the order of ids, 0 <= k < size().
  constexpr Action nth(int k) const {
    assert(k >= 0 && k < size());
    // Written out, so that what size() has counted is not counted again.
    std::size_t w = 0;
    std::uint64_t word = bits[0];
    if (int here = count_bits(word); k >= here) {
      k -= here;
      word = bits[w = 1];
      if (here = count_bits(word); k >= here) {
        k -= here;
        word = bits[w = 2];
        if (here = count_bits(word); k >= here) {
          k -= here;
          word = bits[w = 3];
          if constexpr (kActionWords > 4) {
            for (here = count_bits(word); k >= here; here = count_bits(word)) {
              k -= here;
              word = bits[++w];
            }
          }
        }
      }
    }
    for (; k > 0; --k) word &= word - 1;
    return make_action(static_cast<int>(w) * 64 + lowest_bit(word));
  }

  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t w = 0; w < kActionWords; ++w) {
      for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
        visit(make_action(static_cast<int>(w) * 64 + lowest_bit(word)));
      }
    }
  }

  friend constexpr bool operator==(const ActionSet&, const ActionSet&) = default;

 private:
  // One bit for each slot, from id `base` on; `base` is a constant at every call.
  constexpr void add_kinds(int base, KindMask kinds) {
    const std::size_t word = static_cast<std::size_t>(base) / 64;
    const int shift = base % 64;
    bits[word] |= std::uint64_t{kinds} << shift;
    if (shift + kCardPlaces > 64) bits[word + 1] |= kinds >> (64 - shift);
  }
  // The bits of a word from the first to this one; none below 0, all from 63 on.
  static constexpr std::uint64_t up_to(int last) {
    if (last < 0) return 0;
    return last >= 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << last) - 1;
  }
};

}  // namespace nl
