// A short hash of all that is true in a game: two replays that agree on it stand at the same place.
#pragma once

#include <array>
#include <cstdint>

#include "engine/state.h"

namespace nl {

using StateHash = std::array<std::uint8_t, 16>;

StateHash state_hash(const State& s);

}  // namespace nl
