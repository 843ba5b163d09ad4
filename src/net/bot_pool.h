// Thread pool for bots and hints, with lower priority than the threads that serve people.
// The room that has used the least time is next, and each room runs one job at a time.
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

#include "server/bot_job.h"

namespace nl {

class BotPool {
 public:
  // `done` is called on a thread of the pool. Times compare with the jobs' `wanted`.
  BotPool(int threads, std::function<Time()> now, std::function<void(BotResult)> done);
  // Finishes running jobs and drops waiting ones.
  ~BotPool();
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  void add(BotJob job);

  struct Figures {
    std::atomic<std::uint64_t> thoughts{0};
    std::atomic<std::uint64_t> late{0};  // dropped: the deadline passed before the job started
    std::atomic<std::uint64_t> microseconds{0};
  };
  const Figures& figures() const { return figures_; }

 private:
  using Spent = std::chrono::microseconds;
  struct Account {
    Spent spent{0};
    bool busy = false;
    std::vector<BotJob> waiting{};
  };
  using Accounts = std::map<RoomId, Account>;

  void run();
  Accounts::iterator next();
  void drop_late(Account& account);
  void settle(Account& account, Spent spent);

  std::function<Time()> now_;
  std::function<void(BotResult)> done_;
  Figures figures_;
  std::mutex mutex_;
  std::condition_variable work_;
  Accounts accounts_;
  Spent least_{0};  // lower bound for newcomers, since waiting earns no right to a long turn
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nl
