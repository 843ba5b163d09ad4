// Statistics of help between pairs of players over their common games: who helped whom more than
// chance explains.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "coach/help_given.h"

namespace nl {

// Mean of a number that each common game gives, and its test against 0.
class HelpMean {
 public:
  void add(double help);
  int games() const { return games_; }
  double mean() const { return games_ > 0 ? sum_ / games_ : 0; }
  // Probability of this much help or more by chance: Student's t test, one-sided.
  double chance() const;

 private:
  int games_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

struct HelpFlag {
  std::string giver, receiver;
  bool mutual = false;  // mutual help: then `giver` and `receiver` are sorted by name
  double help = 0;      // in chances to win, a game
  double chance = 1;    // probability by chance, before the correction for the number of pairs
  std::vector<std::string> games{};
};

class HelpStatistics {
 public:
  // A test with fewer common games has no power against half-hearted help.
  static constexpr int kFewestGames = 20;

  // `players`: a name for each seat, empty for an unmeasured seat. `game`: its address.
  void add(const std::string& game, const std::vector<std::string>& players, const HelpGiven& help);

  // Number of tests: two directions and both together, for each pair with enough games.
  int tests() const;
  // At most one per pair, the least likely first. `alarms`: probability of any false flag in the
  // whole list, divided by the number of tests (Bonferroni).
  std::vector<HelpFlag> flags(double alarms) const;

 private:
  struct Pair {
    HelpMean forward{}, backward{}, both{};
    std::vector<std::string> games{};
  };
  static HelpFlag best_test(const std::pair<std::string, std::string>& names, const Pair& pair);

  std::map<std::pair<std::string, std::string>, Pair> pairs_;  // names in order
};

}  // namespace nl
