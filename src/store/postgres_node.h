// Cluster node in PostgreSQL: its epoch, its lease, the other nodes and what the dead
// have left. On a connection of its own, so that a long commit delays none of it. All times are the
// database's; they only decide when somebody tries to take over, never who may write.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "store/postgres_link.h"

namespace nl {

struct NodeInfo {
  std::string url{};         // of its WebSocket, as clients reach it
  std::uint64_t engine = 0;  // its rules
  std::chrono::milliseconds lease{5'000};
};

struct Peer {
  Epoch epoch = 0;
  std::string url{};
  std::uint64_t engine = 0;
  bool expired = false;  // its lease is over: it sleeps, or can't reach the database
  bool locked = false;   // its connection stands

  bool alive() const { return locked && !expired; }
};

// Rooms without a node: their holder's row was removed, or a node released them.
struct Orphan {
  Epoch holder = 0;
  std::vector<std::uint64_t> engines{};  // of its rooms, each once
  std::uint64_t rooms = 0;
};

// Location of a room; the url is empty while it is between two nodes.
struct Whereabouts {
  Epoch owner = 0;
  std::string url{};
  bool alive = false;
};

class PostgresNode {
 public:
  // Makes the tables where there are none, and takes an epoch. Throws StoreError.
  PostgresNode(const std::string& where, NodeInfo info);

  Epoch epoch() const { return epoch_; }

  // Renews the lease. False: this epoch is over.
  bool renew();
  // It ends in good order: where it holds nothing any more its row goes. Throws StoreError.
  void retire();
  // All nodes but this one, as the database sees them now.
  std::vector<Peer> peers();
  std::vector<Orphan> orphans();
  // Open rooms of each owner; one without rooms is missing.
  std::map<Epoch, std::uint64_t> room_counts();
  // The node may write no more, and its connections are cut. When this returns all that it ever
  // wrote can be read.
  void evict(Epoch node);

  // Rooms between these two ids, the first of them: a code is the beginning of an id.
  std::optional<Whereabouts> find(const RoomId& first, const RoomId& last);

  // The listed rooms of this node, for all; and those of the others.
  struct Listed {
    RoomId room{};
    std::string summary{};
  };
  void publish(const std::vector<Listed>& rooms);
  std::vector<std::string> others_rooms(std::size_t most);

  // The connection broke; the next call makes a new one, with the lock of the same epoch.
  void hang_up() { link_.reset(); }

 private:
  void reconnect();
  PostgresLink& link();
  void lock();

  const std::string where_;
  const NodeInfo info_;
  std::unique_ptr<PostgresLink> link_;
  Epoch epoch_ = 0;
  bool locked_ = false;
};

}  // namespace nl
