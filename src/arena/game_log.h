// Arena log: one line of JSON per deal, with all data for ratings. The leaderboard is computed from
// these lines; their order doesn't matter.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "arena/contest.h"
#include "arena/seating.h"
#include "engine/rules.h"
#include "text/notation.h"

namespace nl {

// Histogram of decision times, in quarter-octave steps from one microsecond.
struct TimeHistogram {
  static constexpr int kSteps = 120;
  std::array<std::uint32_t, kSteps> counts{};

  void add(float micros);
  void add(const TimeHistogram& other);
  double quantile(double share) const;  // in microseconds, 0 without decisions
};

// Result of one agent of the line-up over all games of a deal.
struct AgentTally {
  int decisions = 0;
  int illegal = 0;
  int timeouts = 0;
  TimeHistogram times;
};

// The kind of game a board is for.
struct BoardKey {
  std::string preset{preset_name(kDefaultPreset)};
  std::string expansions = expansions_name(kBase);
  int seats = 2;

  friend auto operator<=>(const BoardKey&, const BoardKey&) = default;
};

// Key of a deal, which identifies the deals already played.
struct DealKey {
  BoardKey board;
  std::vector<std::string> agents;  // the line-up
  std::vector<std::string> hashes;  // of the agents (identity.h); empty in logs from before them
  std::uint64_t seed = 1;
  std::uint64_t deal = 0;
  Seating seating = Seating::Rotations;  // seats of the agents in each game (seating.h)

  friend auto operator<=>(const DealKey&, const DealKey&) = default;
};

struct DealLine {
  DealKey key;
  std::string engine;                     // the engine's hash
  std::string machine;                    // machine that measured the decisions; or empty
  std::vector<std::vector<int>> places;   // by game, then by agent of the line-up
  std::vector<AgentTally> tallies;        // by agent of the line-up
  std::vector<std::vector<double>> luck;  // in wins, as `places`; empty if not measured
};

std::string to_line(const DealLine& deal);

// Truncated and foreign lines are skipped; their deals are played again.
std::vector<DealLine> read_log(std::istream& log);

}  // namespace nl
