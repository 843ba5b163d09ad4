// Report on a voided game: one that can't go on after an engine change or a damaged store.
// It publishes the seeds, so that everybody can verify the committed deal.
#pragma once

#include <string>

#include "store/store.h"

namespace nl {

// One JSON object: the room, the engine version that can verify it, the reason, the players, and
// for each game its id, seed and shares.
std::string voided_game_report(const StoredRoom& room, const std::string& reason);

}  // namespace nl
