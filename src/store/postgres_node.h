// Cluster node in PostgreSQL: its epoch, its lease, the other nodes and orphaned rooms. It has its
// own connection, so that a long commit delays none of it. All times are the database's; they
// decide only when a node tries to take over, never who may write.
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
  bool expired = false;  // its lease has expired: it sleeps, or can't reach the database
  bool locked = false;   // its connection is open

  bool alive() const { return locked && !expired; }
};

// Rooms without a node: their holder's row was removed, or a node released them.
struct Orphan {
  Epoch holder = 0;
  std::vector<std::uint64_t> engines{};  // rules of its rooms, each once
  std::uint64_t rooms = 0;
};

// Location of a room; the url is empty while the room is between two nodes.
struct Whereabouts {
  Epoch owner = 0;
  std::string url{};
  bool alive = false;
};

class PostgresNode {
 public:
  // Creates missing tables, and takes an epoch. Throws StoreError.
  PostgresNode(const std::string& where, NodeInfo info);

  Epoch epoch() const { return epoch_; }

  // Renews the lease. False: this epoch is over.
  bool renew();
  // Orderly end: removes its row if it holds no rooms. Throws StoreError.
  void retire();
  // All other nodes, as the database sees them now.
  std::vector<Peer> peers();
  std::vector<Orphan> orphans();
  // Open rooms of each owner; owners without rooms are missing.
  std::map<Epoch, std::uint64_t> room_counts();
  // Fences the node: it may not write any more, and its connections are terminated. When this
  // returns, everything it ever wrote is readable.
  void evict(Epoch node);

  // Rooms between these two ids (a code is a prefix of an id).
  std::optional<Whereabouts> find(const RoomId& first, const RoomId& last);

  // Publishes this node's listed rooms, and reads those of the others.
  struct Listed {
    RoomId room{};
    std::string summary{};
  };
  void publish(const std::vector<Listed>& rooms);
  std::vector<std::string> others_rooms(std::size_t most);

  // The connection broke; the next call reconnects and takes the lock of the same epoch.
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
