// The running game of a network room. Its chance is the fair one by type: there is no other way to
// a FairSource than a complete ceremony. It has no clock and no bots; the room has both.
#pragma once

#include "fair/fair_source.h"
#include "game/game.h"

namespace nl {

using FairGame = Game<FairSource>;

}  // namespace nl
