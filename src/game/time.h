// Time as the caller counts it; no game reads a clock.
#pragma once

#include <chrono>

namespace nl {

using Time = std::chrono::milliseconds;

}  // namespace nl
