// Answer that the clock gives for a player whose time ran out.
#pragma once

#include "engine/action.h"
#include "engine/state.h"
#include "fair/entropy.h"

namespace nl {

// A public rule: draw, pass or keep, whichever is legal, so that no card is played. Only a forced
// choice spends something: of cards, the legal one listed last in the box; of places in the pile, a
// random one; otherwise the first legal answer.
Action timeout_answer(Phase phase, const ActionSet& legal, Entropy& entropy);

}  // namespace nl
