// Puzzle as JSON, for the page and for programs (docs/play/coach.md).
#pragma once

#include "coach/puzzle.h"

namespace nl {

Json puzzle_json(const Puzzle& puzzle);

}  // namespace nl
