// The hash of the rules engine that this program was built with, as `ninelives bench` prints it. It
// takes most of a second to work out, so it stands here; a test says when it is no longer true.
#pragma once

#include <cstdint>

namespace nl {

inline constexpr std::uint64_t kEngineHash = 0x0f901f5a789c4c56;

}  // namespace nl
