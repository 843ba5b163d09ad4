// Check of a leaderboard against its log: plays its games again with this engine and these bots.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

struct LogCheck {
  std::vector<std::string> faults;  // in sentences; none: nothing was found
  int lines = 0;
  int replayed = 0;   // deals that were played again, all games of them
  int of_bots = 0;    // deals that could have been
  int of_others = 0;  // deals of programs, of bots with a clock, and from before there were hashes
};

struct CheckPlan {
  std::string engine;  // the hash of this one
  // Deals of each line-up of bots that are played again and must end as the log says. If that is
  // not all of them they are drawn at random, so that nobody knows which may be edited.
  int deals = std::numeric_limits<int>::max();
  int threads = 1;
};

LogCheck check_log(const std::string& log, const CheckPlan& plan);

}  // namespace nl
