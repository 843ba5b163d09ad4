// Hash of a game's state, in canonical encoding: it stays the same under later builds. Two replays
// with equal hashes are at the same position.
#pragma once

#include <array>
#include <cstdint>

#include "engine/state.h"

namespace nl {

using StateHash = std::array<std::uint8_t, 16>;

StateHash state_hash(const State& s);

}  // namespace nl
