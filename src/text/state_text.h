// Game state as one line of text, for bug reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/state.h"

namespace nl {

// key=value pairs in a fixed order, for example (shortened)
//   seats=2 turn=0 owed=1 … hands=defuse,skip*2/nope pile=tacocat,exploding … frames=turn:0:0:0 …
// Piles are listed from the top, seats are separated by slashes, nothing is "-".
std::string state_text(const State& s);

// The state that such a line describes; empty if it is invalid.
std::optional<State> parse_state(std::string_view line);

}  // namespace nl
