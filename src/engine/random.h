// Sources of chance. A source shuffles cards, picks a card of a hand and picks a seat; each call
// says what for, and a number that counts up for each purpose, so that a source can be keyed by
// both.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>

#include "engine/card.h"
#include "engine/seat.h"
#include "engine/state.h"

namespace nl {

template <class R>
concept RandomSource = requires(R& r, Chance what, int number, Card* cards, int n,
                                const Counts& from, SeatMask seats) {
  { r.shuffle(what, number, cards, n) };
  { r.card(what, number, from, n) } -> std::same_as<Card>;  // n: how many cards `from` counts
  { r.seat(what, number, seats) } -> std::same_as<Seat>;
};

// Most sources decide the order of a pile when it is shuffled. One that lists all outcomes can't:
// it leaves cards undecided, and is asked for a card at the moment when somebody looks at it.
template <class R>
concept DecidesLate = requires(R r, Card& card) { r.decide(card); };

// The only way to look at a card of the pile.
template <class Random>
constexpr Card look_at(Random& random, Card& card) {
  if constexpr (DecidesLate<Random>) random.decide(card);
  return card;
}

// Finalizer of splitmix64: every bit of the input reaches every bit of the output.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// A stream of 32-bit words: a counter through mix64, two words a step.
class Stream {
 public:
  constexpr explicit Stream(std::uint64_t key) : counter_(key) {}

  constexpr std::uint32_t operator()() {
    if (spare_) {
      spare_ = false;
      return static_cast<std::uint32_t>(word_ >> 32);
    }
    counter_ += 0x9E3779B97F4A7C15u;
    word_ = mix64(counter_);
    spare_ = true;
    return static_cast<std::uint32_t>(word_);
  }

 private:
  std::uint64_t counter_;
  std::uint64_t word_ = 0;
  bool spare_ = false;
};

// A number below n, every one equally likely, from words that are uniform over 32 bits: the part
// of the range that n does not divide is drawn again (Lemire 2019).
template <class Words>
constexpr std::uint32_t bounded(Words& words, std::uint32_t n) {
  assert(n > 0);
  std::uint64_t product = std::uint64_t{words()} * n;
  if (static_cast<std::uint32_t>(product) < n) {
    const std::uint32_t reject_below = (0u - n) % n;
    while (static_cast<std::uint32_t>(product) < reject_below) product = std::uint64_t{words()} * n;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

// Fisher and Yates: every order equally likely.
template <class Words>
constexpr void fisher_yates(Words& words, Card* cards, int n) {
  for (int i = n - 1; i > 0; --i) {
    const int j = static_cast<int>(bounded(words, static_cast<std::uint32_t>(i + 1)));
    const Card card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
}

template <class Words>
constexpr Seat pick_seat(Words& words, SeatMask seats) {
  assert(seats != 0);
  for (auto k = bounded(words, static_cast<std::uint32_t>(count(seats))); k > 0; --k) {
    seats = static_cast<SeatMask>(seats & (seats - 1));
  }
  return first_seat(seats);
}

// Reproducible: the same seed, game, purpose and number give the same outcome, on every compiler.
// For training, tests and the arena; a live game is dealt by a source that nobody can predict.
class SeededSource {
 public:
  constexpr SeededSource(std::uint64_t seed, std::uint64_t game)
      : key_(mix64(mix64(seed ^ 0x6E696E656C697665u) + game)) {}

  constexpr void shuffle(Chance what, int number, Card* cards, int n) const {
    Stream words = stream(what, number);
    fisher_yates(words, cards, n);
  }
  // Inlined, since a compiler that is left to choose calls it, and a steal is half of it.
  [[gnu::always_inline]] constexpr Card card(Chance what, int number, const Counts& from,
                                             int n) const {
    Stream words = stream(what, number);
    return nth_card(from, static_cast<int>(bounded(words, static_cast<std::uint32_t>(n))));
  }
  constexpr Seat seat(Chance what, int number, SeatMask seats) const {
    Stream words = stream(what, number);
    return pick_seat(words, seats);
  }

 private:
  constexpr Stream stream(Chance what, int number) const {
    const auto purpose = static_cast<std::uint64_t>(what) << 32;
    return Stream(mix64(key_ ^ (purpose | static_cast<std::uint64_t>(number))));
  }

  std::uint64_t key_;
};

static_assert(RandomSource<SeededSource>);

}  // namespace nl
