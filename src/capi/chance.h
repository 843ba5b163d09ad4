// Random source whose outcomes the caller chooses: for trees that list every outcome.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/random.h"

namespace nl::capi {

// Weight of each outcome: cards by kind, or seats.
struct ChanceNode {
  std::array<std::uint16_t, kCardPlaces> weights{};

  int total() const;
  // The only possible outcome; -1 if there are several.
  int certain() const;
};

// Takes outcomes from a list. At its end it stores the first missing choice and continues with some
// outcome, so that the engine need not stop half-way: the caller discards that result and repeats
// the step with a longer list. A shuffle is chosen card by card from the top, so that a node has no
// more outcomes than there are kinds.
class ChosenOutcomes {
 public:
  explicit ChosenOutcomes(std::span<const std::uint8_t> outcomes) : outcomes_(outcomes) {}

  void shuffle(Chance what, int number, Card* cards, int n);
  Card card(Chance what, int number, const Counts& from, int n);
  Seat seat(Chance what, int number, SeatMask seats);

  bool ran_out() const { return ran_out_; }
  const ChanceNode& missing() const { return missing_; }

 private:
  int choose(const ChanceNode& node);

  std::span<const std::uint8_t> outcomes_;
  std::size_t used_ = 0;
  bool ran_out_ = false;
  ChanceNode missing_{};
};

static_assert(RandomSource<ChosenOutcomes>);

}  // namespace nl::capi
