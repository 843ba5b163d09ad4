// Random legal play for speed measurements: by `ninelives bench` and by bench/play.cpp, which are
// one loop, so that they have one figure.
#pragma once

#include <array>
#include <cstdint>

#include "engine/batch_row.h"
#include "engine/encode.h"
#include "engine/games_hash.h"
#include "engine/observe.h"

namespace nl {

// Target of observations, as in a training batch: memory that keeps them for a while.
struct ObservationSlot {
  CountingObservation observation;
  ByteMask mask;
};
using ObservationSlots = std::array<ObservationSlot, 64>;

// Search's use: the legal actions of every decision, nobody listens. Returns the decisions.
inline std::uint64_t play_rollout(const Rules& rules, int seats, std::uint64_t seed,
                                  std::uint64_t game) {
  SeededSource random(seed, game);
  Stream choices(mix64(seed + 1) ^ game);
  NullSink sink;
  State s = new_game(rules, seats, random, sink);
  std::uint64_t decisions = 0;
  for (; !s.over(); ++decisions) {
    const Seat seat = next_actor(s);
    const Action action = choose(choices, legal(rules, s, seat));
    apply_legal(rules, s, seat, action, random, sink);
  }
  return decisions;
}

// Training's use: every seat's knowledge folded, and for the acting seat a view, its `counting`
// observation and byte mask written at every decision.
inline std::uint64_t play_observed(const Rules& rules, int seats, std::uint64_t seed,
                                   std::uint64_t game, ObservationSlots& slots) {
  SeededSource random(seed, game);
  Stream choices(mix64(seed + 1) ^ game);
  KnowledgeSink sink(seats);
  State s = new_game(rules, seats, random, sink);
  const Counts in_game = cards_in_game(rules, seats);
  std::uint64_t decisions = 0;
  for (; !s.over(); ++decisions) {
    const Seat seat = next_actor(s);
    const ActionSet own = legal(rules, s, seat);
    ObservationSlot& slot = slots[decisions % slots.size()];
    observe(rules, in_game, s, sink.seats[seat], seat, slot.observation);
    encode(own, slot.mask);
    apply_legal(rules, s, seat, choose(choices, own), random, sink);
  }
  return decisions;
}

}  // namespace nl
