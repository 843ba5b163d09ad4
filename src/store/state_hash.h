// Hash of a game's state: two replays that agree on it stand at the same place.
// It is made of the state as canonical_form.h writes it, and so is the same under a later build.
#pragma once

#include <array>
#include <cstdint>

#include "engine/state.h"

namespace nl {

using StateHash = std::array<std::uint8_t, 16>;

StateHash state_hash(const State& s);

}  // namespace nl
