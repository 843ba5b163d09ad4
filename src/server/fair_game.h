// Running game of a network room. Its random source is a FairSource, which only a complete
// ceremony can make. It has no clock and no bots; the room has both.
#pragma once

#include "fair/fair_source.h"
#include "game/game.h"

namespace nl {

using FairGame = Game<FairSource>;

}  // namespace nl
