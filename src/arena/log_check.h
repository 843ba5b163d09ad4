// Check of a leaderboard against its log: plays its games again with this engine and these bots.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

struct LogCheck {
  std::vector<std::string> faults;  // sentences; none: no fault found
  int lines = 0;
  int replayed = 0;   // number of replayed deals, with all their games
  int of_bots = 0;    // number of replayable deals
  int of_others = 0;  // deals of programs, of bots with a clock, and from before there were hashes
};

struct CheckPlan {
  std::string engine;  // this program's hash
  // Number of deals to replay for each line-up of bots; they must end as the log says. If that is
  // not all of them they are drawn at random, so that an editor can't know which are safe.
  int deals = std::numeric_limits<int>::max();
  int threads = 1;
};

LogCheck check_log(const std::string& log, const CheckPlan& plan);

}  // namespace nl
