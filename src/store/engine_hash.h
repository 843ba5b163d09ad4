// Hash of the rules engine of this build, as `ninelives bench` prints it.
#pragma once

#include <cstdint>

namespace nl {

inline constexpr std::uint64_t kEngineHash = 0x1d0d37ee0b731aed;

// Hash of the rules that this program implements. Defined in state_hash.cpp, so that a test can
// link a program with others.
std::uint64_t own_engine();

}  // namespace nl
