// Whether a board can be had again from its log: by this engine, with these bots, from this seed.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

struct LogCheck {
  std::vector<std::string> faults;  // in sentences; none: all is as it should be
  int lines = 0;
  int replayed = 0;  // deals that were played again, all games of them
};

// `engine` is the hash of this one. Of every line-up of bots `deals` deals are played again, and
// must end as the log says.
LogCheck check_log(const std::string& log, const std::string& engine, int deals);

}  // namespace nl
