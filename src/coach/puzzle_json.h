// A puzzle as JSON, for the page in the browser and for programs (docs/coach.md).
#pragma once

#include "coach/puzzle.h"

namespace nl {

Json puzzle_json(const Puzzle& puzzle);

}  // namespace nl
