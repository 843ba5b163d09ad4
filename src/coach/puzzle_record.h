// Record of a game that begins at a puzzle's position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coach/puzzle.h"

namespace nl {

// Header and position, in a world drawn with this seed: what the puzzle's player can't see is dealt
// again, so nobody learns from it what the puzzle's own world is. The rules are those of a room.
std::vector<std::string> puzzle_record(const Puzzle& puzzle, std::uint64_t seed);

}  // namespace nl
