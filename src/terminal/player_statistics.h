// Statistics of each player over the saved games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/saved_games.h"
#include "text/words.h"

namespace nl {

struct PlayerStatistics {
  std::string name{};
  int games = 0;
  int wins = 0;
  int nopes = 0;
  int escapes = 0;           // kittens survived
  std::vector<bool> last{};  // won or not, the last game first; ten at most
};

// One row per person, most games first. Unfinished games don't count.
std::vector<PlayerStatistics> statistics_of(const std::vector<SavedGame>& games);

// As a table; with a name, for that player only.
Lines statistics_lines(const std::vector<PlayerStatistics>& all, const std::string& name,
                       const Words& w);

}  // namespace nl
