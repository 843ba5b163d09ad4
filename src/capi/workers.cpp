// Thread pool of a batch.
#include "capi/workers.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace nl::capi {

namespace {

// To wake a thread takes as long as hundreds of quick rows, so everybody looks around for a while
// before they lie down: first without a pause for anybody, a few microseconds, then after whoever
// else wants the processor, for about as long as a trainer takes between two steps. If there are
// more threads than processors nobody does: they would keep each other from working.
constexpr int kLooks = 200;
constexpr std::chrono::microseconds kPatience{200};
// The caller waits for rows that somebody has begun, so for some 50 microseconds it gives way to
// nobody: on a busy machine it would have its turn again after milliseconds. A thread not done then
// has lost its processor to another program, and the caller lies down.
constexpr int kCallersLooks = 3000;

void breathe() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// True if the number changes within so many looks.
bool see_soon(const std::atomic<int>& number, int seen, int looks) {
  for (int i = 0; i < looks; ++i, breathe()) {
    if (number.load(std::memory_order_acquire) != seen) return true;
  }
  return false;
}

// True if the number changes before patience ends.
bool see_past(const std::atomic<int>& number, int seen) {
  if (see_soon(number, seen, kLooks)) return true;
  const auto other = [&] { return number.load(std::memory_order_acquire) != seen; };
  using Clock = std::chrono::steady_clock;
  for (const auto until = Clock::now() + kPatience; Clock::now() < until;
       std::this_thread::yield()) {
    if (other()) return true;
  }
  return other();
}

// The processor that this thread is on; -1 where the system doesn't tell.
int processor_here() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

// Two threads that wait for each other in turn may come to lie on one processor, and stay there for
// tenths of a second while another is idle: the system leaves a thread that has just run where it
// is. So this one goes wherever else it may, and may be anywhere again from then on.
void leave_processor([[maybe_unused]] int processor) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
#endif
}

// Waits until the number is no longer that one: looking first, then asleep.
void wait_past(const std::atomic<int>& number, int seen, bool looks) {
  if (looks && see_past(number, seen)) return;
  number.wait(seen, std::memory_order_acquire);
}

// The rows that are a thread's own: the same ones in every round, so that they are in its own cache
// already. Both ends in one number, so that a block is taken, or not, at one blow.
class alignas(64) Share {
 public:
  void set(int begin, int end) {
    rows_.store(static_cast<std::uint64_t>(end) << 32 | static_cast<std::uint32_t>(begin),
                std::memory_order_release);
  }
  // The next rows, at most so many; none if begin is not below end.
  struct Block {
    int begin = 0;
    int end = 0;
    bool empty() const { return begin >= end; }
  };
  Block take(int most) {
    // A look first: a number that is only read stays in every cache.
    if (cut(rows_.load(std::memory_order_relaxed), most).empty()) return {};
    return cut(rows_.fetch_add(static_cast<std::uint64_t>(most), std::memory_order_acq_rel), most);
  }

 private:
  static Block cut(std::uint64_t rows, int most) {
    const auto begin = static_cast<int>(rows & 0xFFFFFFFFu), end = static_cast<int>(rows >> 32);
    return {begin, std::min(begin + most, end)};
  }

  std::atomic<std::uint64_t> rows_{0};
};

}  // namespace

// The threads, and all that they wait at. A round is over when all rows are done, whoever did them:
// nobody waits for a thread that another program keeps from its processor. Such a thread may come
// when the next round has begun; what it takes then is of that one, and done by its rules.
class Workers::Crew {
 public:
  explicit Crew(int helpers)
      : shares_(static_cast<std::size_t>(helpers) + 1),
        looks_(helpers < static_cast<int>(std::thread::hardware_concurrency())) {
    for (int i = 1; i <= helpers; ++i) {
      threads_.emplace_back([this, i] { serve(static_cast<std::size_t>(i)); });
    }
  }
  ~Crew() {
    stop_ = true;
    begin_round();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  void run(int rows, int block, const Work& work) {
    work_.store(&work, std::memory_order_relaxed);
    block_.store(block, std::memory_order_relaxed);
    left_.store(rows, std::memory_order_relaxed);
    callers_.store(processor_here(), std::memory_order_relaxed);
    share_out(rows, block);
    begin_round();
    take_blocks(0);
    for (int left = left_.load(std::memory_order_acquire); left != 0;
         left = left_.load(std::memory_order_acquire)) {
      if (looks_ && see_soon(left_, left, kCallersLooks)) continue;
      left_.wait(left, std::memory_order_acquire);
    }
  }

 private:
  void begin_round() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  void share_out(int rows, int block) {
    const auto threads = static_cast<std::int64_t>(shares_.size());
    const std::int64_t blocks = (rows + block - 1) / block;
    const auto first_row = [&](std::int64_t thread) {
      return std::min(static_cast<int>(blocks * thread / threads) * block, rows);
    };
    for (std::int64_t thread = 0; thread < threads; ++thread) {
      shares_[static_cast<std::size_t>(thread)].set(first_row(thread), first_row(thread + 1));
    }
  }
  // This thread's share first; then what others have left of theirs, in small pieces, so that all
  // are done at about the same time. Done rows are reported once: nobody waits for a part of it.
  void take_blocks(std::size_t thread) {
    constexpr int kPieces = 4;
    const int block = block_.load(std::memory_order_relaxed);
    const int piece = std::max(1, block / kPieces);
    int done = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      Share& share = shares_[(thread + i) % shares_.size()];
      const int most = i == 0 ? block : piece;
      for (auto rows = share.take(most); !rows.empty(); rows = share.take(most)) {
        (*work_.load(std::memory_order_relaxed))(rows.begin, rows.end);
        done += rows.end - rows.begin;
      }
    }
    if (done != 0 && left_.fetch_sub(done, std::memory_order_acq_rel) == done) left_.notify_one();
  }
  void serve(std::size_t thread) {
    for (int seen = 0;;) {
      wait_past(round_, seen, looks_);
      seen = round_.load(std::memory_order_acquire);
      if (stop_) return;
      if (looks_) part_from_caller();
      take_blocks(thread);
    }
  }

  void part_from_caller() const {
    const int here = processor_here();
    if (here >= 0 && here == callers_.load(std::memory_order_relaxed)) leave_processor(here);
  }

  std::vector<Share> shares_;
  // On lines of their own: who counts down must not slow whoever looks for work; and who finds a
  // round has what it is about.
  alignas(64) std::atomic<int> left_{0};  // rows of the round that are not done
  alignas(64) std::atomic<int> round_{0};
  std::atomic<int> block_{1};
  std::atomic<int> callers_{-1};  // the processor of the thread that began the round
  std::atomic<const Work*> work_{nullptr};
  std::atomic<bool> stop_{false};
  alignas(64) bool looks_;
  std::vector<std::thread> threads_;
};

Workers::Workers(int threads) : threads_(threads), home_(getpid()) {
  if (threads > 1) crew_ = std::make_unique<Crew>(threads - 1);
}

Workers::~Workers() { leave_behind_after_fork(); }

// A fork copies no threads: waiting for them in the child, or destroying their condition variables,
// would block for ever. The child leaves their memory where it is.
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
