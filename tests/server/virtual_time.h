// Virtual time and the random numbers of one seed: the same seed is the same run.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <string>

#include "engine/random_play.h"
#include "fair/entropy.h"
#include "server/output.h"

namespace nl {

// Secrets that are none.
class SeededEntropy final : public Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : words_(mix64(seed ^ 0x656E74u)) {}
  void reseed(std::uint64_t seed) { *this = SeededEntropy(seed); }
  void fill(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(words_());
  }

 private:
  Stream words_;
};

class VirtualTime {
 public:
  explicit VirtualTime(std::uint64_t seed) : dice_(seed), entropy_(seed) {}

  Time now() const { return now_; }
  Dice& dice() { return dice_; }
  SeededEntropy& entropy() { return entropy_; }
  Time up_to(int ms) { return Time(dice_.below(ms) + 1); }

  void in(Time delay, std::function<void()> task) {
    tasks_.push({now_ + delay, ++order_, std::move(task)});
  }
  bool step() {
    if (tasks_.empty()) return false;
    Task task = tasks_.top();
    tasks_.pop();
    now_ = task.when;
    task.run();
    return true;
  }
  void run_until(Time end) {
    while (!tasks_.empty() && tasks_.top().when <= end) step();
    now_ = end;
  }
  void run_for(Time span) { run_until(now_ + span); }

  std::string fault;  // the first thing that must not happen, and did
  void note_fault(const std::string& what) {
    if (fault.empty()) fault = what + " at " + std::to_string(now_.count());
  }

 private:
  struct Task {
    Time when;
    std::uint64_t order;
    std::function<void()> run;
    bool operator<(const Task& other) const {
      return when != other.when ? when > other.when : order > other.order;
    }
  };

  Dice dice_;
  SeededEntropy entropy_;
  Time now_{1'000'000'000};
  std::uint64_t order_ = 0;
  std::priority_queue<Task> tasks_;
};

}  // namespace nl
