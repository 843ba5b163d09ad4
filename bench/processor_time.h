// Processor time of this process: other processes disturb it less than the clock.
#pragma once

#include <ctime>

inline double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}
