#include "capi/workers.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

namespace nl::capi {

namespace {

// To wake a thread takes as long as hundreds of quick rows, so everybody looks around for a while,
// some tens of microseconds, before they lie down. Where there are more threads than processors
// nobody does: they would keep each other from working.
constexpr int kLooks = 2000;

int looks_for(int threads) {
  return threads <= static_cast<int>(std::thread::hardware_concurrency()) ? kLooks : 0;
}

void breathe() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Waits until the number is no longer that one: looking first, then asleep.
void wait_past(const std::atomic<int>& number, int seen, int looks) {
  for (int i = 0; i < looks; ++i, breathe()) {
    if (number.load(std::memory_order_acquire) != seen) return;
  }
  number.wait(seen, std::memory_order_acquire);
}

}  // namespace

// The threads, and all that they wait at.
class Workers::Crew {
 public:
  explicit Crew(int helpers) : looks_(looks_for(helpers + 1)) {
    for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~Crew() {
    stop_ = true;
    begin_round();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void run(int rows, int block, const Work& work) {
    work_ = &work;
    rows_ = rows;
    block_ = block;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
    begin_round();
    take_blocks();
    for (int busy = busy_.load(std::memory_order_acquire); busy != 0;
         busy = busy_.load(std::memory_order_acquire)) {
      wait_past(busy_, busy, looks_);
    }
  }

 private:
  void begin_round() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  void take_blocks() {
    for (int begin = next_.fetch_add(block_); begin < rows_; begin = next_.fetch_add(block_)) {
      (*work_)(begin, std::min(begin + block_, rows_));
    }
  }
  void serve() {
    for (int seen = 0;;) {
      wait_past(round_, seen, looks_);
      const int round = round_.load(std::memory_order_acquire);
      if (stop_) return;
      if (round == seen) continue;
      seen = round;
      take_blocks();
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
  }

  // Each on a line of its own: who counts down must not slow whoever takes blocks.
  alignas(64) std::atomic<int> next_{0};
  alignas(64) std::atomic<int> busy_{0};
  alignas(64) std::atomic<int> round_{0};
  std::atomic<bool> stop_{false};
  const Work* work_ = nullptr;
  int rows_ = 0;
  int block_ = 1;
  int looks_;
  std::vector<std::thread> threads_;
};

Workers::Workers(int threads) : threads_(threads), home_(getpid()) {
  if (threads > 1) crew_ = std::make_unique<Crew>(threads - 1);
}

Workers::~Workers() { leave_behind_after_fork(); }

// A fork copies no threads: whoever waits for them in the child, or ends what they waited at, waits
// for ever. Their memory is all that is left of them, and it is left where it is.
void Workers::leave_behind_after_fork() {
  if (crew_ != nullptr && getpid() != home_) static_cast<void>(crew_.release());
}

void Workers::run(int rows, int block, const Work& work) {
  assert(rows >= 0 && block > 0);
  if (threads_ < 2 || rows <= block) return work(0, rows);
  leave_behind_after_fork();
  if (crew_ == nullptr) {
    home_ = getpid();
    crew_ = std::make_unique<Crew>(threads_ - 1);
  }
  crew_->run(rows, block, work);
}

}  // namespace nl::capi
