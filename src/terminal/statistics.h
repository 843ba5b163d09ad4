// What the games that are kept on this machine say of those who played them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/kept_games.h"
#include "text/words.h"

namespace nl {

struct NameStatistics {
  std::string name{};
  int games = 0;
  int wins = 0;
  int nopes = 0;
  int escapes = 0;           // kittens survived
  std::vector<bool> last{};  // won or not, the last game first; ten at most
};

// Of every name that a person played under, whoever played most first. Games that are not over are
// not counted.
std::vector<NameStatistics> statistics_of(const std::vector<KeptGame>& games);

// As a table; of one name alone where one is given.
Lines statistics_lines(const std::vector<NameStatistics>& all, const std::string& name,
                       const Words& w);

}  // namespace nl
