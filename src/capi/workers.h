// Thread pool that shares out the rows of a batch.
#pragma once

#include <functional>
#include <memory>

namespace nl::capi {

// Everybody has a share of the rows, the same in every round, and takes them in blocks; who is done
// helps the others. The work of a row depends on that row alone, so who does it changes nothing.
class Workers {
 public:
  using Work = std::function<void(int begin, int end)>;

  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return threads_; }

  // Calls work(begin, end) for blocks of so many rows that make up 0 to rows. Returns when all are
  // done. A single block is done by the caller: to wake the others takes as long as many quick
  // rows.
  void run(int rows, int block, const Work& work);

 private:
  class Crew;

  void leave_behind_after_fork();

  int threads_;
  int home_;  // the process that the crew's threads live in
  std::unique_ptr<Crew> crew_;
};

}  // namespace nl::capi
