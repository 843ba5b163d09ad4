// Thread pool for bots: fair scheduling between rooms.
#include "net/bot_pool.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace nl {
namespace {

// Linux threads have individual priorities.
void step_back() {
  constexpr int kBehindPeople = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kBehindPeople);
}

}  // namespace

BotPool::BotPool(int threads, std::function<Time()> now, std::function<void(BotResult)> done)
    : now_(std::move(now)), done_(std::move(done)) {
  for (int i = 0; i < std::max(1, threads); ++i) threads_.emplace_back([this] { run(); });
}

BotPool::~BotPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void BotPool::add(BotJob job) {
  const std::lock_guard lock(mutex_);
  Account& account = accounts_[job.topic.room];
  account.spent = std::max(account.spent, least_);
  const auto same = [&](const BotJob& other) {
    return other.topic.seat == job.topic.seat && other.topic.kind == job.topic.kind;
  };
  std::erase_if(account.waiting, same);
  account.waiting.push_back(std::move(job));
  // One move and one hint per seat at most: a newer job replaces the older one.
  assert(account.waiting.size() <= 2 * std::size_t{kMaxSeats});
  work_.notify_one();
}

// With the mutex held.
void BotPool::drop_late(Account& account) {
  const Time now = now_();
  figures_.late += std::erase_if(account.waiting, [&](const BotJob& job) {
    return job.wanted != Time{0} && job.wanted <= now;
  });
}

BotPool::Accounts::iterator BotPool::next() {
  auto best = accounts_.end();
  for (auto it = accounts_.begin(); it != accounts_.end();) {
    Account& account = it->second;
    drop_late(account);
    if (account.waiting.empty() && !account.busy && account.spent <= least_) {
      it = accounts_.erase(it);
      continue;
    }
    const bool ready = !account.waiting.empty() && !account.busy;
    if (ready && (best == accounts_.end() || account.spent < best->second.spent)) best = it;
    ++it;
  }
  return best;
}

void BotPool::settle(Account& account, Spent spent) {
  assert(account.busy);
  account.busy = false;
  account.spent += spent;
  figures_.thoughts += 1;
  figures_.microseconds += static_cast<std::uint64_t>(spent.count());
}

void BotPool::run() {
  step_back();
  std::unique_lock lock(mutex_);
  for (;;) {
    auto room = accounts_.end();
    work_.wait(lock, [&] { return ending_ || (room = next()) != accounts_.end(); });
    if (ending_) return;
    Account& account = room->second;  // stays where it is while it is busy
    account.busy = true;
    least_ = std::max(least_, account.spent);
    const BotJob job = std::move(account.waiting.front());
    account.waiting.erase(account.waiting.begin());
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    done_(run_bot_job(job));
    const auto spent = std::chrono::steady_clock::now() - begun;
    lock.lock();
    settle(account, std::chrono::duration_cast<Spent>(spent));
    if (!account.waiting.empty()) work_.notify_one();
  }
}

}  // namespace nl
