// Report on help between ladder players, for the operator only: `ninelives admin collusion`. It is
// computed on request and never stored or logged, so it expires with the games.
#pragma once

#include "store/store_place.h"

namespace nl {

struct CollusionQuestion {
  StorePlace store{};
  int days = 30;         // games that ended since
  double alarms = 0.01;  // probability of any false flag in the whole report
};

// Prints a line of JSON about the games, then one for each flagged pair. Throws ProgramError if the
// store can't be read.
void print_collusion(const CollusionQuestion& question);

}  // namespace nl
