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

// One row for each name of a person, most games first. Games that are not over are
// not counted.
std::vector<PlayerStatistics> statistics_of(const std::vector<SavedGame>& games);

// As a table; of one name alone where one is given.
Lines statistics_lines(const std::vector<PlayerStatistics>& all, const std::string& name,
                       const Words& w);

}  // namespace nl
