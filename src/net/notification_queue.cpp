// Queue of outgoing notifications: worker threads, retries and back-off.
#include "net/notification_queue.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace nl {
namespace {

constexpr int kCallThreads = 3;
constexpr std::size_t kMostCalls = 256;
constexpr std::size_t kMostAiling = 1'000;
constexpr auto kInAll = std::chrono::seconds(5);  // including the retry
constexpr auto kFirstPause = std::chrono::seconds(5);
constexpr auto kLongestPause = std::chrono::minutes(10);

// Worth a retry: the failure may be temporary.
bool may_pass(PostResult result) {
  return result == PostResult::Unreachable || result == PostResult::Refused;
}

bool is_same(const Notification& a, const Notification& b) {
  return a.room == b.room && a.kind == b.kind && a.to() == b.to();
}

}  // namespace

NotificationQueue::NotificationQueue(Hooks hooks) : hooks_(std::move(hooks)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) == 0) {
    stop_read_ = ends[0];
    stop_write_ = ends[1];
  }
  for (int i = 0; i < kCallThreads; ++i) threads_.emplace_back([this] { run(); });
}

void NotificationQueue::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(ending_, true)) return;
  }
  ::close(stop_write_);
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  ::close(stop_read_);
}

// A finished turn is outdated: a newer notification replaces one that waits.
bool NotificationQueue::enqueue(const Notification& call) {
  const auto ill = ailing_.find(call.to());
  if (ill != ailing_.end() && std::chrono::steady_clock::now() < ill->second.until) return false;
  const auto old = std::find_if(waiting_.begin(), waiting_.end(),
                                [&](const Notification& one) { return is_same(one, call); });
  if (old != waiting_.end()) {
    *old = call;
    return true;
  }
  if (waiting_.size() >= kMostCalls) return false;
  waiting_.push_back(call);
  return true;
}

void NotificationQueue::add(const Notification& call) {
  bool taken = false;
  {
    const std::lock_guard lock(mutex_);
    taken = enqueue(call);
  }
  if (taken) {
    work_.notify_one();
  } else {
    hooks_.done(call, PostResult::Dropped);
  }
}

std::deque<Notification>::iterator NotificationQueue::next() {
  return std::find_if(waiting_.begin(), waiting_.end(),
                      [&](const Notification& call) { return !under_way_.contains(call.room); });
}

void NotificationQueue::note(const std::string& to, PostResult result) {
  if (result == PostResult::Done) {
    ailing_.erase(to);
    return;
  }
  if (ailing_.size() >= kMostAiling) ailing_.clear();
  Ailing& ill = ailing_[to];
  const auto pause = kFirstPause * (1 << std::min(ill.failures++, 7));
  ill.until = std::chrono::steady_clock::now() +
              std::min<std::chrono::steady_clock::duration>(pause, kLongestPause);
}

PostResult NotificationQueue::carry_out(const Notification& call) {
  try {
    const Post post = hooks_.write(call);
    const PostLimits limits{std::chrono::steady_clock::now() + kInAll, stop_read_};
    const PostResult first = send_post(post, hooks_.rules(), limits);
    return may_pass(first) ? send_post(post, hooks_.rules(), limits) : first;
  } catch (const std::exception&) {
    return PostResult::Refused;
  }
}

void NotificationQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return ending_ || next() != waiting_.end(); });
    if (ending_) return;
    const auto found = next();
    const Notification call = *found;
    waiting_.erase(found);
    under_way_.insert(call.room);
    lock.unlock();
    const PostResult result = carry_out(call);
    hooks_.done(call, result);
    lock.lock();
    under_way_.erase(call.room);
    if (!ending_) note(call.to(), result);
    work_.notify_one();
  }
}

}  // namespace nl
