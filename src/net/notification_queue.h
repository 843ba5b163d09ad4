// Queue of outgoing notifications: bounded, with a few worker threads.
// It sends one per room at a time, and backs off exponentially from failing targets.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "net/http_post.h"
#include "server/notification.h"

namespace nl {

class NotificationQueue {
 public:
  struct Hooks {
    std::function<OutboundFilter()> rules;
    // The request to send, made on a thread of the queue. Throws if there is nothing to send.
    std::function<Post(const Notification&)> write;
    std::function<void(const Notification&, PostResult)> done;
  };
  explicit NotificationQueue(Hooks hooks);
  // Cancels running requests and drops waiting ones.
  ~NotificationQueue() { finish(); }
  NotificationQueue(const NotificationQueue&) = delete;
  NotificationQueue& operator=(const NotificationQueue&) = delete;

  void add(const Notification& call);
  void finish();

 private:
  using Moment = std::chrono::steady_clock::time_point;
  struct Ailing {
    int failures = 0;
    Moment until{};
  };

  void run();
  PostResult carry_out(const Notification& call);
  // With the mutex held.
  std::deque<Notification>::iterator next();
  bool enqueue(const Notification& call);
  void note(const std::string& to, PostResult result);

  const Hooks hooks_;
  int stop_read_ = -1;
  int stop_write_ = -1;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<Notification> waiting_;
  std::set<RoomId> under_way_;
  std::map<std::string, Ailing> ailing_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nl
