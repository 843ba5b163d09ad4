// Check of a position that a record begins with.
#pragma once

#include <string>

#include "text/record.h"

namespace nl {

// The reason that no game of these rules leads to the position; empty if it may go on. Positions
// are of the base box alone: a player's turn, or the question where the kitten goes back.
std::string position_fault(const Header& header, const StartPosition& position);

}  // namespace nl
