// The score of the evening: who won how many of the games that were played at one table, one after
// another. Other players are another table.
#pragma once

#include <string>
#include <vector>

#include "engine/seat.h"
#include "text/words.h"

namespace nl {

class Evening {
 public:
  void add(Names names, Seat winner);
  int games() const { return games_; }
  // The best first.
  Lines lines(const Words& w) const;

 private:
  std::vector<std::string> names_;
  std::vector<int> wins_;
  int games_ = 0;
};

}  // namespace nl
