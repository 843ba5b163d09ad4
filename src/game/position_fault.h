// Check of a position that a record begins with.
#pragma once

#include <string>

#include "text/record.h"

namespace nl {

// Reason why no game under these rules leads to the position; empty if it is valid. Only for the
// base box: a player's turn, or the question where the kitten goes back.
std::string position_fault(const Header& header, const StartPosition& position);

}  // namespace nl
