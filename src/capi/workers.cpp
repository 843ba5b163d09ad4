#include "capi/workers.h"

#include <algorithm>
#include <cassert>

namespace nl::capi {

Workers::Workers(int threads) {
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::take_blocks() {
  for (int begin = next_.fetch_add(block_); begin < rows_; begin = next_.fetch_add(block_)) {
    (*work_)(begin, std::min(begin + block_, rows_));
  }
}

void Workers::serve() {
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

void Workers::run(int rows, int block, const Work& work) {
  assert(rows >= 0 && block > 0);
  if (threads_.empty() || rows <= block) return work(0, rows);
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

}  // namespace nl::capi
