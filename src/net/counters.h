// Histogram of durations, and counters by label.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace nl {

class Histogram {
 public:
  // Upper bounds in milliseconds; longer durations count only in the sum.
  static constexpr std::array<int, 13> kEnds = {1,   2,   5,    10,   20,   50,    100,
                                                200, 500, 1000, 2000, 5000, 10'000};

  void add(std::chrono::steady_clock::duration time) {
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    std::size_t place = 0;
    while (place < kEnds.size() && micros > kEnds[place] * 1'000) ++place;
    ++counts_[place];
    micros_ += static_cast<std::uint64_t>(micros);
  }
  std::uint64_t count(std::size_t place) const { return counts_[place]; }
  double seconds() const { return static_cast<double>(micros_.load()) / 1e6; }

 private:
  std::array<std::atomic<std::uint64_t>, kEnds.size() + 1> counts_{};
  std::atomic<std::uint64_t> micros_{0};
};

class LabelledCounter {
 public:
  void count(std::string_view reason) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(reason);
    if (found != counts_.end()) {
      ++found->second;
    } else {
      counts_.emplace(reason, 1);
    }
  }
  std::map<std::string, std::uint64_t, std::less<>> all() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace nl
