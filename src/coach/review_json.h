// A review as JSON, for the page in the browser and for programs (docs/coach.md).
#pragma once

#include "coach/game_review.h"
#include "text/words.h"

namespace nl {

// `seat`: choices of this seat alone; kEveryone: of all.
Json review_json(const GameReview& review, Names names, Seat seat = kEveryone);

}  // namespace nl
