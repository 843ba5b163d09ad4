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

// Waking a thread takes as long as hundreds of fast rows, so idle threads spin before they sleep:
// first a few microseconds without yielding, then yielding, for about the time between two steps of
// a trainer. With more threads than processors none spins: they would only obstruct each other.
constexpr int kLooks = 200;
constexpr std::chrono::microseconds kPatience{200};
// The caller waits for rows in progress, so it spins for some 50 microseconds without yielding: on
// a busy machine a yield costs milliseconds. A thread that is not done by then has lost its
// processor to another program, and the caller sleeps.
constexpr int kCallersLooks = 3000;

void breathe() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// True if the number changes within this many looks.
bool see_soon(const std::atomic<int>& number, int seen, int looks) {
  for (int i = 0; i < looks; ++i, breathe()) {
    if (number.load(std::memory_order_acquire) != seen) return true;
  }
  return false;
}

// True if the number changes before the spin ends.
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

// The processor of this thread; -1 if the system doesn't report it.
int processor_here() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

// Two threads that wait for each other may share one processor for tenths of a second while another
// is idle, since the scheduler leaves a running thread where it is. So this one moves to any other
// allowed processor, and is unpinned again from then on.
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

// Waits until the number changes: spins first, then sleeps.
void wait_past(const std::atomic<int>& number, int seen, bool looks) {
  if (looks && see_past(number, seen)) return;
  number.wait(seen, std::memory_order_acquire);
}

// A thread's own rows: the same ones in every round, so that they are in its cache. Both ends are
// in one number, so that taking a block is one atomic operation.
class alignas(64) Share {
 public:
  void set(int begin, int end) {
    rows_.store(static_cast<std::uint64_t>(end) << 32 | static_cast<std::uint32_t>(begin),
                std::memory_order_release);
  }
  // The next rows, at most this many; none if begin is not below end.
  struct Block {
    int begin = 0;
    int end = 0;
    bool empty() const { return begin >= end; }
  };
  Block take(int most) {
    // Reads first: a number that is only read stays in every cache.
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

// The threads, and the state that they wait on. A round ends when all rows are done, whichever
// threads did them: nobody waits for a thread without a processor. Such a thread may arrive in the
// next round; the rows that it takes then belong to that round.
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
  // First this thread's own share, then small pieces of the others' shares, so that all finish at
  // about the same time. Finished rows are reported once.
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
  // On separate cache lines: counting down must not slow the search for work, which needs the
  // round's description too.
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
// would block for ever. The child leaks their memory instead.
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
