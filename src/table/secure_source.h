// Random source of live games: unpredictable, unless a seed is given.
#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "engine/random.h"

namespace nl {

// Words from the system's secure generator, fetched in blocks: a call for each would cost more than
// the rest of a shuffle.
class SecureWords {
 public:
  SecureWords();
  std::uint32_t operator()();

 private:
  std::array<std::uint32_t, 256> words_{};
  std::size_t next_;
};

std::uint64_t secure_seed();

class SecureSource {
 public:
  void shuffle(Chance, int, Card* cards, int n) { fisher_yates(words_, cards, n); }
  Card card(Chance, int, const Counts& from, int n) {
    return nth_card(from, static_cast<int>(bounded(words_, static_cast<std::uint32_t>(n))));
  }
  Seat seat(Chance, int, SeatMask seats) { return pick_seat(words_, seats); }

 private:
  SecureWords words_;
};

// Either of the two, chosen when the game begins.
class LiveSource {
 public:
  LiveSource() = default;  // secure
  LiveSource(std::uint64_t seed, std::uint64_t game) : source_(SeededSource(seed, game)) {}

  void shuffle(Chance what, int number, Card* cards, int n) {
    std::visit([&](auto& source) { source.shuffle(what, number, cards, n); }, source_);
  }
  Card card(Chance what, int number, const Counts& from, int n) {
    return std::visit([&](auto& source) { return source.card(what, number, from, n); }, source_);
  }
  Seat seat(Chance what, int number, SeatMask seats) {
    return std::visit([&](auto& source) { return source.seat(what, number, seats); }, source_);
  }

 private:
  std::variant<SecureSource, SeededSource> source_;
};

static_assert(RandomSource<SecureSource> && RandomSource<LiveSource>);

}  // namespace nl
