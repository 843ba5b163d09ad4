// Reader of one game from a file of records, for a review.
#pragma once

#include <istream>
#include <memory>

#include "game/film.h"

namespace nl {

struct RecordedGame {
  Film film;
  std::vector<OtherLine> others;  // lines of kinds that the rules don't know, such as names
};

// The game of this number, counted from 1; empty if there is none. Throws RecordError, with the
// line's number in front, for invalid records and illegal moves.
std::unique_ptr<RecordedGame> read_recorded_game(std::istream& in, int number = 1);

}  // namespace nl
