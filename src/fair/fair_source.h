// Random source of a network game. Every outcome follows from the ceremony's key, its purpose and
// its number, so it is fixed before the deal and anybody can verify it afterwards.
#pragma once

#include <array>
#include <cstddef>

#include "engine/random.h"
#include "fair/ceremony.h"

namespace nl {

// Random words of one outcome: blocks of HMAC-SHA-256, eight words of 32 bits in each.
class FairWords {
 public:
  FairWords(const Bytes32& key, Chance what, int number);
  std::uint32_t operator()();

 private:
  void next_block();

  Bytes32 key_;
  Chance what_;
  std::uint32_t number_;
  std::uint32_t block_ = 0;
  Bytes32 bytes_{};
  std::size_t next_;
};

class FairSource {
 public:
  explicit FairSource(const FairDeal& deal) : key_(deal.key()) {}

  void shuffle(Chance what, int number, Card* cards, int n) const {
    FairWords words(key_, what, number);
    fisher_yates(words, cards, n);
  }
  Card card(Chance what, int number, const Counts& from, int n) const {
    FairWords words(key_, what, number);
    return nth_card(from, static_cast<int>(bounded(words, static_cast<std::uint32_t>(n))));
  }
  Seat seat(Chance what, int number, SeatMask seats) const {
    FairWords words(key_, what, number);
    return pick_seat(words, seats);
  }

 private:
  Bytes32 key_;
};

static_assert(RandomSource<FairSource>);

}  // namespace nl
