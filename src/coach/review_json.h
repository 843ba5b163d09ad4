// Game review as JSON, for the page and for programs (docs/play/coach.md).
#pragma once

#include "coach/game_review.h"
#include "text/words.h"

namespace nl {

// `seat`: choices of this seat only; kEveryone: of all.
Json review_json(const GameReview& review, Names names, Seat seat = kEveryone);

}  // namespace nl
