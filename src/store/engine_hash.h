// The hash of the rules engine that this program was built with, as `ninelives bench` prints it. It
// takes most of a second to work out, so it stands here; a test says when it is no longer true.
#pragma once

#include <cstdint>

namespace nl {

inline constexpr std::uint64_t kEngineHash = 0x0f901f5a789c4c56;

// The rules that this program goes by. It stands in state_hash.cpp, so that a test can link a
// program with others.
std::uint64_t own_engine();

}  // namespace nl
