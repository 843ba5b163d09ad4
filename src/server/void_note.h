// A game that can't go on, because the engine has changed or its entries make no sense: its seeds
// are told, so that everybody can see that the deal was the one that was committed to.
#pragma once

#include <string>

#include "store/store.h"

namespace nl {

// One JSON object: the room, the engine it was begun with (the one to check it with), why, the
// players, and of each game its id, seed and shares.
std::string void_note(const StoredRoom& room, const std::string& reason);

}  // namespace nl
