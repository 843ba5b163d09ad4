// Counter of the ways to give each known card of the pile its own place. A fact (PileFact) speaks
// of one particular card, so two facts never share a place.
#pragma once

#include <array>
#include <cstdint>

#include "engine/bits.h"
#include "engine/card.h"
#include "engine/knowledge.h"

namespace nl {

// A set of places of the pile.
class PlaceSet {
 public:
  constexpr void add(int place) { (place < 64 ? low_ : high_) |= std::uint64_t{1} << (place & 63); }
  constexpr bool has(int place) const {
    return ((place < 64 ? low_ : high_) >> (place & 63) & 1) != 0;
  }
  constexpr PlaceSet with(int place) const {
    PlaceSet more = *this;
    more.add(place);
    return more;
  }
  // Number of places from `first` to `last` in the set.
  constexpr int count(int first, int last) const {
    if (first > last) return 0;
    return count_bits(low_ & below(last + 1) & ~below(first)) +
           count_bits(high_ & below(last - 63) & ~below(first - 64));
  }

 private:
  // The lowest `n` bits, of 64.
  static constexpr std::uint64_t below(int n) {
    if (n <= 0) return 0;
    return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  }

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

class FactMatching {
 public:
  // `doom_on_top`: everybody sees the Imploding Kitten on top. `imploding_low`: the first place
  // where it can lie otherwise.
  constexpr FactMatching(const Knowledge& known, bool doom_on_top, int imploding_low) {
    if (doom_on_top) pin(0);
    for (int i = 0; i < known.facts(); ++i) {
      const PileFact fact = known.fact(i);
      const bool imploding = fact.card == Card::Imploding;
      if (imploding && doom_on_top) continue;
      const int low = imploding && fact.low < imploding_low ? imploding_low : fact.low;
      if (low >= fact.high) {
        pin(fact.high);
      } else if (ranges_ < Knowledge::kMaxRanges) {  // a Knowledge read from outside may have more
        const auto at = static_cast<std::size_t>(ranges_++);
        low_[at] = static_cast<std::uint8_t>(low);
        high_[at] = fact.high;
        fact_[at] = static_cast<std::uint8_t>(i);
      }
    }
  }

  constexpr int ranges() const { return ranges_; }
  constexpr int low(int range) const { return low_[static_cast<std::size_t>(range)]; }
  constexpr int high(int range) const { return high_[static_cast<std::size_t>(range)]; }
  // Its index in the Knowledge.
  constexpr int fact(int range) const { return fact_[static_cast<std::size_t>(range)]; }
  constexpr unsigned all() const { return (1u << ranges_) - 1; }
  // Places of facts that leave no choice.
  constexpr const PlaceSet& pinned() const { return pinned_; }
  // Number of places that the facts take up.
  constexpr int places() const { return ranges_ + pins_; }

  // The ranges of `wanted` (a bit each) that a place belongs to.
  constexpr unsigned covering(unsigned wanted, int place) const {
    unsigned here = 0;
    for (unsigned rest = wanted; rest != 0; rest &= rest - 1) {
      const int i = lowest_bit(rest);
      if (low(i) <= place && place <= high(i)) here |= rest & (0u - rest);
    }
    return here;
  }

  // The ways to place the ranges of `wanted`. Pinned places are taken, and so is `taken_place`.
  constexpr std::uint64_t count(unsigned wanted, int taken_place = -1) const {
    return count_outside(wanted, taken_place < 0 ? pinned_ : pinned_.with(taken_place));
  }
  // The same with a whole set of places that are taken, pinned ones included.
  constexpr std::uint64_t count_outside(unsigned wanted, const PlaceSet& taken) const {
    const int n = count_bits(wanted);
    if (n == 0) return 1;
    const int a = lowest_bit(wanted);
    if (n == 1) return free(low(a), high(a), taken);
    wanted &= wanted - 1;
    const int b = lowest_bit(wanted);
    if (n == 2) return two(a, b, taken);
    wanted &= wanted - 1;
    if (n == 3) return three(a, b, lowest_bit(wanted), taken);
    return sweep(wanted | 1u << a | 1u << b, taken);
  }

 private:
  constexpr void pin(int place) {
    pins_ += !pinned_.has(place);
    pinned_.add(place);
  }
  static constexpr std::uint64_t free(int first, int last, const PlaceSet& taken) {
    if (first > last) return 0;
    return static_cast<std::uint64_t>(last - first + 1 - taken.count(first, last));
  }
  constexpr int first_of(int a, int b) const { return low(a) > low(b) ? low(a) : low(b); }
  constexpr int last_of(int a, int b) const { return high(a) < high(b) ? high(a) : high(b); }
  constexpr std::uint64_t both(int a, int b, const PlaceSet& taken) const {
    return free(first_of(a, b), last_of(a, b), taken);
  }
  // By inclusion and exclusion: all pairs of places, without those where both are the same.
  constexpr std::uint64_t two(int a, int b, const PlaceSet& taken) const {
    return free(low(a), high(a), taken) * free(low(b), high(b), taken) - both(a, b, taken);
  }
  constexpr std::uint64_t three(int a, int b, int c, const PlaceSet& taken) const {
    const std::uint64_t in_a = free(low(a), high(a), taken);
    const std::uint64_t in_b = free(low(b), high(b), taken);
    const std::uint64_t in_c = free(low(c), high(c), taken);
    const int first = first_of(a, b) > low(c) ? first_of(a, b) : low(c);
    const int last = last_of(a, b) < high(c) ? last_of(a, b) : high(c);
    return in_a * in_b * in_c + 2 * free(first, last, taken) -
           (both(a, b, taken) * in_c + both(a, c, taken) * in_b + both(b, c, taken) * in_a);
  }
  // Sweeps the places from the top; ways[s] counts the ways to have placed the ranges of s.
  [[gnu::noinline]] constexpr std::uint64_t sweep(unsigned wanted, const PlaceSet& taken) const {
    std::array<std::uint64_t, 1 << Knowledge::kMaxRanges> ways;  // cleared as far as it is used
    for (unsigned placed = 0; placed <= wanted; ++placed) ways[placed] = 0;
    ways[0] = 1;
    for (int place = 0; place < kEnd; ++place) {
      const unsigned here = taken.has(place) ? 0 : covering(wanted, place);
      if (here == 0) continue;
      // From the largest set down, so that a place is used once.
      for (unsigned placed = wanted;; placed = (placed - 1) & wanted) {
        if (ways[placed] != 0) {
          for (unsigned rest = here & ~placed; rest != 0; rest &= rest - 1) {
            ways[placed | (rest & (0u - rest))] += ways[placed];
          }
        }
        if (placed == 0) break;
      }
    }
    return ways[wanted];
  }

  static constexpr int kEnd = 128;  // of a PlaceSet

  std::array<std::uint8_t, Knowledge::kMaxRanges> low_{};
  std::array<std::uint8_t, Knowledge::kMaxRanges> high_{};
  std::array<std::uint8_t, Knowledge::kMaxRanges> fact_{};
  int ranges_ = 0;
  int pins_ = 0;
  PlaceSet pinned_{};
};

}  // namespace nl
