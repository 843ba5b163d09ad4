// Calls that leave the server: a bounded queue and a few threads of its own, so that nobody at a
// table waits for whoever is called. One room has one call under way; who fails is left alone for a
// while.
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
#include "server/call.h"

namespace nl {

class Outgoing {
 public:
  struct Hooks {
    std::function<CallRules()> rules;
    // What is sent, made on a thread of this part. Throws where there is no such thing.
    std::function<Post(const Call&)> write;
    std::function<void(const Call&, PostResult)> done;
  };
  explicit Outgoing(Hooks hooks);
  // Ends what is under way; what waits is left out.
  ~Outgoing() { finish(); }
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  void add(const Call& call);
  void finish();

 private:
  using Moment = std::chrono::steady_clock::time_point;
  struct Ailing {
    int failures = 0;
    Moment until{};
  };

  void run();
  PostResult carry_out(const Call& call);
  // With the mutex held.
  std::deque<Call>::iterator next();
  bool enqueue(const Call& call);
  void note(const std::string& to, PostResult result);

  const Hooks hooks_;
  int stop_read_ = -1;
  int stop_write_ = -1;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<Call> waiting_;
  std::set<RoomId> under_way_;
  std::map<std::string, Ailing> ailing_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nl
