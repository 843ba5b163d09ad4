// Threads that think for bots and hints, apart from those that serve people and below them in
// priority. Of the rooms that wait, that which has used the least time is next, and no room is
// thought for twice at once: one with many searching bots takes nothing from another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/thinking.h"

namespace nl {

class ThinkPool {
 public:
  // `done` is called on a thread of the pool. Times are those of the jobs' `wanted`.
  ThinkPool(int threads, std::function<Time()> now, std::function<void(Thought)> done);
  // What is being thought over is thought to its end; what waits is left.
  ~ThinkPool();
  ThinkPool(const ThinkPool&) = delete;
  ThinkPool& operator=(const ThinkPool&) = delete;

  void add(ThinkJob job);

  struct Figures {
    std::atomic<std::uint64_t> thoughts{0};
    std::atomic<std::uint64_t> late{0};  // dropped: their time was over before anybody began
    std::atomic<std::uint64_t> microseconds{0};
  };
  const Figures& figures() const { return figures_; }

 private:
  using Spent = std::chrono::microseconds;
  struct Account {
    Spent spent{0};
    bool busy = false;
    std::vector<ThinkJob> waiting{};
  };
  using Accounts = std::map<RoomId, Account>;

  void run();
  Accounts::iterator next();
  void drop_late(Account& account);
  void settle(Account& account, Spent spent);

  std::function<Time()> now_;
  std::function<void(Thought)> done_;
  Figures figures_;
  std::mutex mutex_;
  std::condition_variable work_;
  Accounts accounts_;
  Spent least_{0};  // nobody who comes has used less: having waited earns no right to a long turn
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nl
