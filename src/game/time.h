// Time is passed in, counted from whenever the caller likes: no game looks at a clock.
#pragma once

#include <chrono>

namespace nl {

using Time = std::chrono::milliseconds;

}  // namespace nl
