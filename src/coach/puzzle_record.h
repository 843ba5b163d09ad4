// Record of a game that begins at a puzzle's position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coach/puzzle.h"

namespace nl {

// Header and position, in a world drawn with this seed: the player's hidden cards are dealt again,
// so nobody learns the puzzle's own world from it. The rules are those of a room.
std::vector<std::string> puzzle_record(const Puzzle& puzzle, std::uint64_t seed);

}  // namespace nl
