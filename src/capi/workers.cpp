#include "capi/workers.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace nl::capi {

// The threads, and all that they wait at.
class Workers::Crew {
 public:
  explicit Crew(int helpers) {
    for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    begun_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void run(int rows, int block, const Work& work) {
    {
      const std::lock_guard lock(mutex_);
      work_ = &work;
      rows_ = rows;
      block_ = block;
      next_ = 0;
      busy_ = static_cast<int>(threads_.size());
      ++round_;
    }
    begun_.notify_all();
    take_blocks();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return busy_ == 0; });
  }

 private:
  void take_blocks() {
    for (int begin = next_.fetch_add(block_); begin < rows_; begin = next_.fetch_add(block_)) {
      (*work_)(begin, std::min(begin + block_, rows_));
    }
  }
  void serve() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      begun_.wait(lock, [&] { return stop_ || round_ != seen; });
      if (stop_) return;
      seen = round_;
      lock.unlock();
      take_blocks();
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable done_;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool stop_ = false;
  const Work* work_ = nullptr;
  int rows_ = 0;
  int block_ = 1;
  std::atomic<int> next_{0};
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
