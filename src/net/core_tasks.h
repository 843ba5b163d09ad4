// Task queue of the core's strand. Tasks are run in batches, so that a busy server does not wake
// a thread for each message.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "net/asio_aliases.h"

namespace nl {

class CoreTasks {
 public:
  using Task = std::function<void()>;
  using Tasks = std::vector<Task>;
  // `step` is called on the strand with the tasks that have arrived since, in order.
  CoreTasks(const Strand& strand, std::function<void(Tasks)> step)
      : strand_(strand), step_(std::move(step)) {}

  // Runs the task on the core's strand.
  void add(Task task) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(task));
      if (std::exchange(called_, true)) return;
    }
    call();
  }

 private:
  // A step's messages leave at its end, so a step must be short. The rest waits for the next one.
  static constexpr std::size_t kMost = 32;

  void call() {
    asio::post(strand_, [this] { step_(take()); });
  }
  Tasks take() {
    Tasks now;
    bool more = false;
    {
      const std::lock_guard lock(mutex_);
      while (!waiting_.empty() && now.size() < kMost) {
        now.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
      }
      more = called_ = !waiting_.empty();
    }
    if (more) call();
    return now;
  }

  const Strand strand_;
  const std::function<void(Tasks)> step_;
  std::mutex mutex_;
  // Bounded by the connections: each is read at a limited rate, and the core cuts floods.
  std::deque<Task> waiting_;
  bool called_ = false;
};

}  // namespace nl
