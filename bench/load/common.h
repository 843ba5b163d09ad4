// Shared parts of the server benchmark.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace nl::bench {

using Clock = std::chrono::steady_clock;
using Moment = Clock::time_point;
using std::chrono::duration;
using std::chrono::milliseconds;

inline constexpr int kPlayers = 5;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "bench_server: %s\n", what.c_str());
  std::exit(1);
}

inline double seconds_since(Moment start) { return duration<double>(Clock::now() - start).count(); }

}  // namespace nl::bench
