// Thread pool that shares out the rows of a batch.
#pragma once

#include <functional>
#include <memory>

namespace nl::capi {

// Each thread has a share of the rows, the same in every round, and takes them in blocks; a thread
// that is done helps the others. Rows are independent, so the assignment changes no result.
class Workers {
 public:
  using Work = std::function<void(int begin, int end)>;

  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return threads_; }

  // Calls work(begin, end) for blocks of this many rows that make up 0 to rows. Returns when all
  // are done. The caller does a single block itself: waking the others takes as long as many fast
  // rows.
  void run(int rows, int block, const Work& work);

 private:
  class Crew;

  void leave_behind_after_fork();

  int threads_;
  int home_;  // process of the threads
  std::unique_ptr<Crew> crew_;
};

}  // namespace nl::capi
