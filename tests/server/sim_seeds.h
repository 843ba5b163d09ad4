// Runner of simulations: one per seed, until one finds a fault.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "game/replay.h"
#include "text/notation.h"

namespace nl {

// `Simulation(seed).play()` says what went wrong; empty: nothing. `count` adds up what was done.
template <class Simulation, class Count>
void play_seeds(std::uint64_t first, int seeds, const Count& count) {
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(seeds); ++seed) {
    Simulation simulation(seed);
    ASSERT_EQ(simulation.play(), "") << "seed " << seed;
    count(simulation);
  }
}

// Of the long campaigns. NINELIVES_SEED plays one seed alone, that which a failure named;
// NINELIVES_SEEDS says how many from there on.
template <class Simulation, class Count>
int play_many_seeds(const Count& count) {
  const char* const named = std::getenv("NINELIVES_SEED");
  const char* const many = std::getenv("NINELIVES_SEEDS");
  const std::uint64_t first = named != nullptr ? std::strtoull(named, nullptr, 10) : 1'000'000;
  const int seeds = many != nullptr ? std::atoi(many) : named != nullptr ? 1 : 100'000;
  play_seeds<Simulation>(first, seeds, count);
  return seeds;
}

// Difference between a record and its moves' results; empty: none.
inline std::string record_fault(const std::vector<std::string>& record, Replay& replay) {
  int line = 0;
  for (const std::string& text : record) {
    if (const auto difference = replay.feed(++line, parse_record_line(text))) {
      return "the record differs: " + difference->reason;
    }
  }
  const auto difference = replay.finish();
  return difference ? "the record differs: " + difference->reason : "";
}

}  // namespace nl
