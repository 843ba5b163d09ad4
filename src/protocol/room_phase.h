// Phases of a room.
#pragma once

#include <cstdint>

#include "text/enum_names.h"

namespace nl {

enum class RoomPhase : std::uint8_t {
  Lobby,
  Committing,  // commitments to the shares of the fair shuffle …
  Revealing,   // … which are then revealed
  Playing,
  Over,
  Closed,
};

inline constexpr int kRoomPhases = static_cast<int>(RoomPhase::Closed) + 1;

inline constexpr auto kRoomPhaseNames = enum_names<RoomPhase, kRoomPhases>(
    {"lobby", "committing", "revealing", "playing", "over", "closed"});

}  // namespace nl
