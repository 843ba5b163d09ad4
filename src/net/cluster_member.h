// Cluster membership of one node: joins its core and store to the other nodes.
#pragma once

#include <set>

#include "net/cluster_watch.h"
#include "net/core_host.h"
#include "net/restore_rooms.h"

namespace nl {

class ClusterMember {
 public:
  // Nothing happens before start().
  ClusterMember(CoreHost& host, SealedStore& store, ClusterWatch& watch, const VoidedGames& notes)
      : host_(host), store_(store), watch_(watch), notes_(notes) {
    host_.set_neighbours(
        {.seek = [this](SessionId id, std::string code, bool held) { watch_.seek(id, code, held); },
         .give_away = [this](auto done) { give_away(std::move(done)); },
         .failed =
             [this] {
               if (store_.fenced()) count_fence();
             }});
  }

  void start() {
    watch_.start({.take = [this](Claim claim) { take(std::move(claim)); },
                  .fenced =
                      [this](const std::string& why) {
                        count_fence();
                        host_.fail_later(why);
                      },
                  .back = [this] { try_store(); },
                  .news =
                      [this](std::vector<std::string> nodes, std::vector<ListedRoom> rooms) {
                        host_.with_core([this, nodes = std::move(nodes), rooms = std::move(rooms)] {
                          on_peers_changed(nodes, rooms);
                        });
                      },
                  .found =
                      [this](SessionId id, const std::string& url, bool here) {
                        host_.with_core([this, id, url, here] {
                          host_.core().found(id, url, here, host_.now());
                        });
                      },
                  .give =
                      [this](std::size_t rooms, const std::string& url) {
                        host_.with_core([this, rooms, url] { give(rooms, url); });
                      }});
  }

  // State a moment ago, callable from any thread.
  std::vector<std::string> nodes() const {
    const std::lock_guard lock(mutex_);
    return nodes_;
  }
  // All nodes since this one started: their pages may still be open.
  std::vector<std::string> nodes_so_far() const {
    const std::lock_guard lock(mutex_);
    return {nodes_so_far_.begin(), nodes_so_far_.end()};
  }

 private:
  void on_peers_changed(const std::vector<std::string>& nodes,
                        const std::vector<ListedRoom>& rooms) {
    host_.core().set_nodes(nodes.size() > 1 ? nodes : std::vector<std::string>{});
    host_.core().set_others_rooms(rooms);
    std::vector<PostgresNode::Listed> mine;
    for (const auto& [id, room] : host_.core().listing()) {
      mine.push_back({id, listed_room_text(room)});
    }
    watch_.publish(std::move(mine));
    const std::lock_guard lock(mutex_);
    nodes_so_far_.insert(nodes.begin(), nodes.end());
    nodes_ = nodes;
  }

  // Once per epoch, whether the watch or the store noticed first.
  void count_fence() {
    if (!fence_counted_.exchange(true)) ++cluster_figures().fences;
  }

  // Notices a dead database connection now, not when the next player moves.
  void try_store() {
    host_.commits().run_between_commits([this] {
      try {
        store_.try_backend();
        watch_.store_answers();
      } catch (const StoreError& error) {
        host_.fail_later(error.what());
      }
      return true;
    });
  }

  // On the store's thread, between two commit groups: nothing is appended before the rooms are
  // ours.
  void take(Claim read) {
    const auto claim = std::make_shared<const Claim>(std::move(read));
    host_.commits().run_between_commits([this, claim] {
      try {
        if (!gave_away_ && store_.adopt(claim->orphaned, claim->unfit)) adopted(claim);
      } catch (const StoreError& error) {
        host_.fail_later(error.what());
      }
      watch_.taken(claim->orphaned.from);
      return true;
    });
  }
  void adopted(const std::shared_ptr<const Claim>& claim) {
    const std::size_t rooms = claim->orphaned.rooms.size() - claim->unfit.size();
    ++cluster_figures().takeovers;
    cluster_figures().rooms_taken += rooms;
    log_event(LogLevel::Info, "rooms_taken",
              {{"from", claim->orphaned.from}, {"rooms", rooms}, {"left", claim->unfit.size()}});
    host_.with_core([this, claim] {
      if (host_.stopping()) return;  // released together with the others
      for (const WholeRoom& whole : claim->orphaned.rooms) {
        if (!claim->unfit.contains(whole.room.id)) restore(whole.room);
      }
    });
  }
  // The rooms were tested before. If restoring fails all the same, no node could restore them soon.
  void restore(const StoredRoom& room) {
    try {
      host_.core().restore(room, host_.now());
    } catch (const RoomFault& fault) {
      host_.commits().run_between_commits([this, room, why = std::string(fault.what())] {
        try {
          void_room(store_, room, notes_, why);
        } catch (const StoreError& error) {
          host_.fail_later(error.what());
        }
        return true;
      });
    }
  }

  // Moves some rooms to nodes with fewer. Their clients are redirected after the commit.
  void give(std::size_t most, const std::string& url) {
    if (host_.stopping() || host_.draining()) return;
    const std::vector<RoomId> rooms = host_.core().movable_rooms(most);
    if (rooms.empty()) return;
    const std::vector<SessionId> sessions = host_.core().give_up(rooms);
    host_.commits().run_between_commits([this, rooms, sessions, url] {
      try {
        if (!gave_away_) release(rooms, "rooms_balanced");
      } catch (const StoreError& error) {
        host_.fail_later(error.what());
        return true;
      }
      host_.with_core([this, sessions, url] { host_.core().send_elsewhere(url, sessions); });
      return true;
    });
  }

  // All rooms in the store, including rooms adopted a moment ago that are not yet in the core.
  void give_away(std::function<void()> done) {
    const std::string to = watch_.drain();
    host_.commits().run_between_commits([this, to, done = std::move(done)] {
      gave_away_ = true;
      try {
        release(store_.held(), "rooms_given_away");
      } catch (const StoreError& error) {
        log_event(LogLevel::Error, "rooms_not_given_away", {{"reason", error.what()}});
      }
      asio::post(host_.strand(), [this, to, done] {
        if (!to.empty()) host_.core().send_elsewhere(to);
        done();
      });
      return true;
    });
  }

  // In batches, so that several nodes share them.
  void release(const std::vector<RoomId>& rooms, const char* event) {
    constexpr std::size_t kParcel = ClusterWatch::kParcel;
    for (std::size_t i = 0; i < rooms.size(); i += kParcel) {
      const auto from = rooms.begin() + static_cast<std::ptrdiff_t>(i);
      const auto size = static_cast<std::ptrdiff_t>(std::min(kParcel, rooms.size() - i));
      store_.release({from, from + size});
    }
    cluster_figures().given_away += rooms.size();
    log_event(LogLevel::Info, event, {{"rooms", rooms.size()}});
  }

  CoreHost& host_;
  SealedStore& store_;
  ClusterWatch& watch_;
  const VoidedGames& notes_;
  bool gave_away_ = false;  // used by the store's thread
  std::atomic<bool> fence_counted_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> nodes_;
  std::set<std::string> nodes_so_far_;
};

}  // namespace nl
