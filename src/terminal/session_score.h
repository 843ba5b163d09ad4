// Session score: games won by each player at one table. New players begin a new score.
#pragma once

#include <string>
#include <vector>

#include "engine/seat.h"
#include "text/words.h"

namespace nl {

class SessionScore {
 public:
  void add(Names names, Seat winner);
  int games() const { return games_; }
  // Best first.
  Lines lines(const Words& w) const;

 private:
  std::vector<std::string> names_;
  std::vector<int> wins_;
  int games_ = 0;
};

}  // namespace nl
