// Cluster watch: renews this node's lease, takes over rooms of dead nodes, locates rooms and
// exchanges lobby lists. It has its own thread and database connection.
// Timeouts decide only when a node is presumed dead. The store's fencing decides who may write, so
// a wrong clock costs time and never data.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "net/takeover_schedule.h"
#include "protocol/room_info.h"
#include "server/output.h"
#include "store/postgres_store.h"

namespace nl {

// Of this process, over all its epochs.
struct ClusterFigures {
  std::atomic<std::uint64_t> takeovers{0};  // of holders
  std::atomic<std::uint64_t> rooms_taken{0};
  // Epochs lost while the process lived, noticed at a renewal or a refused commit.
  std::atomic<std::uint64_t> fences{0};
  std::atomic<std::uint64_t> given_away{0};
  std::atomic<int> database_up{1};
  std::atomic<std::uint64_t> nodes{1};
  // Rooms that no node serves now, because this node's rules differ from theirs.
  std::atomic<std::uint64_t> rooms_waiting{0};
};
ClusterFigures& cluster_figures();

// Rooms of a dead holder: read, verified and tested.
struct Claim {
  OrphanedRooms orphaned{};
  std::set<RoomId> unfit{};  // can't go on under this node's rules: left for other nodes
};

class ClusterWatch {
 public:
  struct Hooks {
    // The store's thread adopts the claim, then calls taken().
    std::function<void(Claim)> take;
    std::function<void(const std::string& why)> fenced;
    // The database was away and is back: the store's own connection may have ended meanwhile. Check
    // it, then call store_answers().
    std::function<void()> back;
    std::function<void(std::vector<std::string> nodes, std::vector<ListedRoom> rooms)> news;
    std::function<void(SessionId, const std::string& url, bool here)> found;
    // This node has far more rooms than the others: so many may go, to the node at `url` first.
    std::function<void(std::size_t rooms, const std::string& url)> give;
  };
  // Rooms released at once, so that several nodes share them.
  static constexpr std::size_t kParcel = 50;

  // The watch begins with start(). Rooms that no node can restore are voided after this time.
  ClusterWatch(std::string where, const SealKey& key, NodeInfo info, Epoch previous,
               std::chrono::milliseconds void_after);
  ~ClusterWatch();
  ClusterWatch(const ClusterWatch&) = delete;
  ClusterWatch& operator=(const ClusterWatch&) = delete;

  Epoch epoch() const { return node_.epoch(); }
  void start(Hooks hooks);
  // No hook is called after this.
  void halt();
  // Afterwards: the rooms are released, so that other nodes need not detect a failure.
  void retire();

  // From any thread.
  void seek(SessionId session, const std::string& code, bool held);
  void taken(Epoch holder);
  void publish(std::vector<PostgresNode::Listed> rooms);
  void store_answers() { away_ = false; }
  // No room is taken over any more. Returns another live node, if there is one.
  std::string drain();
  // The database answered recently, and this epoch is valid.
  bool ready() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct RoomSearch {
    SessionId session = 0;
    std::string code{};
    bool held = false;  // by this node, as far as it knows
    Clock::time_point until{};
    int tries = 0;
  };

  void run();
  void poll();
  void renew();
  void evict_dead_nodes();
  bool is_dead(const Peer& peer);
  bool takes_over() const;
  bool is_being_taken(Epoch holder) const;
  void take_orphaned_rooms();
  void consider_orphan(const Orphan& orphan, const TakeoverSchedule::Engines& others);
  std::optional<Claim> read(Epoch holder);
  std::set<RoomId> tried(const OrphanedRooms& orphaned);
  void leave_to_others(const Orphan& orphan, const Claim& claim);
  void serve_waiting_requests();
  enum class LookupAge { New, Any };
  void answer_lookups(LookupAge which);
  bool answer(RoomSearch& seek);
  std::vector<std::string> nodes() const;
  void exchange_lists();
  void balance_rooms();

  const std::string where_;
  const SealKey key_;
  const NodeInfo info_;
  PostgresNode node_;
  Hooks hooks_;

  // Of the thread.
  std::map<Epoch, Clock::time_point> unlocked_since_;
  TakeoverSchedule turns_;
  std::vector<Peer> peers_;
  Clock::time_point renewed_{};
  Clock::time_point listed_{};
  Clock::time_point balanced_ = Clock::now();
  Clock::time_point gave_{};
  std::set<Epoch> balanced_with_;
  bool reported_fenced_ = false;
  bool reported_back_ = false;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<RoomSearch> lookups_;  // bounded by the connections: one per session
  std::set<Epoch> taking_;
  std::optional<std::vector<PostgresNode::Listed>> listing_;
  std::string other_url_;
  bool draining_ = false;
  bool ending_ = false;
  std::atomic<Clock::rep> answered_{0};
  std::atomic<bool> away_{false};  // the database, as far as is known
  std::thread thread_;
};

}  // namespace nl
