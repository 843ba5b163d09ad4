// Commit queue: writes to the store on its own thread, in groups.
// While one group becomes durable the next one gathers, so a slow disk makes groups larger.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "net/counters.h"
#include "store/store.h"

namespace nl {

class CommitQueue {
 public:
  // Durable entries of a group: the last number of each room.
  struct Committed {
    std::vector<std::pair<RoomId, std::uint64_t>> rooms{};
    std::size_t entries = 0;
  };

  // Both are called on the queue's thread; after `failed` nothing more is written.
  CommitQueue(Store& store, std::function<void(Committed)> committed,
              std::function<void(const std::string&)> failed);
  ~CommitQueue() { finish(); }
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Entries wait for go(), or for the end of the group that is being written.
  void append(const RoomId& room, std::uint64_t number, const Entry& entry);
  // Replaces all entries of the room in one commit.
  void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries);
  // The room is finished: its entries are deleted, or kept for a while as closed.
  void forget(const RoomId& room);
  void close(const RoomId& room);
  void go();
  // Called repeatedly between two groups on the queue's thread until it reports that it is done.
  void run_between_commits(std::function<bool()> work);
  // Writes waiting entries and ends the thread. Tasks that have not started are dropped; no
  // callbacks follow.
  void finish();

  struct Figures {
    std::atomic<std::uint64_t> groups{0};
    std::atomic<std::uint64_t> entries{0};
    std::atomic<std::uint64_t> microseconds{0};  // time spent in commits
    Histogram times;
  };
  const Figures& figures() const { return figures_; }

 private:
  struct Write {
    RoomId room{};
    std::uint64_t number = 0;  // 0: forget the room
    std::vector<Entry> entries{};
    bool replaces = false;
    bool closes = false;
  };

  void run();
  void run_idle_work();
  void add(Write write);
  void write(const std::vector<Write>& group);
  void write_entry(const RoomId& room, const Entry& entry);

  Store& store_;
  std::function<void(Committed)> committed_;
  std::function<void(const std::string&)> failed_;
  Figures figures_;
  std::mutex mutex_;
  std::condition_variable work_;
  // Bounded by the rooms: a room handles its next input after its entries are stored.
  std::vector<Write> waiting_;
  std::vector<std::function<bool()>> idle_work_;
  bool ending_ = false;
  bool idle_ = false;  // waiting to be called
  std::thread thread_;
};

}  // namespace nl
