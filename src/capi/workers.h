// A few threads that share out the rows of a batch.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace nl::capi {

// Rows are taken in blocks, whoever is free next takes one: the work of a row depends on that row
// alone, so who does it changes nothing.
class Workers {
 public:
  using Work = std::function<void(int begin, int end)>;

  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return static_cast<int>(threads_.size()) + 1; }

  // Calls work(begin, end) for blocks of so many rows that make up 0 to rows. Returns when all are
  // done. A single block is done by the caller: to wake the others takes as long as many quick
  // rows.
  void run(int rows, int block, const Work& work);

 private:
  void serve();
  void take_blocks();

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

}  // namespace nl::capi
