// Game review in words.
#pragma once

#include "coach/game_review.h"
#include "text/words.h"

namespace nl {

// `seat`: this seat's moves and results; kEveryone: all of them.
Lines coach_lines(const Film& film, const GameReview& review, Names names, const Words& w,
                  Seat seat = kEveryone);

// "Turning point: move 34. Mochi draws a card. (Ann 25 % → 61 %)"
std::string turning_point_line(const Film& film, const TurningPoint& point, Names names,
                               const Words& w);

// Points of a hundred with one digit behind the point: "12.5", with a sign where it is asked for.
std::string points_text(std::int64_t figure, bool sign = false);

}  // namespace nl
