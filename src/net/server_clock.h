// Clock of the server's core: starts at the wall time, then goes on monotonically.
// Times that leave the core are converted with the wall clock of that moment, so that stored dates
// follow corrections and suspends.
#pragma once

#include <chrono>
#include <functional>

#include "server/limits.h"

namespace nl {

class ServerClock {
 public:
  using Steady = std::chrono::steady_clock;
  explicit ServerClock(std::function<Time()> wall,
                       std::function<Steady::time_point()> steady = Steady::now)
      : wall_(std::move(wall)), steady_(std::move(steady)) {}

  Time now() const { return epoch_ + std::chrono::duration_cast<Time>(steady_() - start_); }
  // For timers: the moment when now() will be `time`.
  Steady::time_point steady(Time time) const { return start_ + (time - epoch_); }
  // Date of a moment of the core, by the present wall clock.
  Time wall_of(Time time) const {
    constexpr Time kJitter{1'000};
    const Time correction = wall_() - now();
    return std::chrono::abs(correction) < kJitter ? time : time + correction;
  }

 private:
  const std::function<Time()> wall_;
  const std::function<Steady::time_point()> steady_;
  const Steady::time_point start_ = steady_();
  const Time epoch_ = wall_();
};

}  // namespace nl
