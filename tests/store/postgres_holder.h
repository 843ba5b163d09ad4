// Store of one node in PostgreSQL, without the rest of a node.
#pragma once

#include "store/engine_hash.h"
#include "store/postgres_node.h"
#include "store/postgres_server.h"
#include "store/postgres_store.h"

namespace nl {

struct PostgresHolder {
  explicit PostgresHolder(const std::string& where)
      : address(where),
        node(where, {.url = "ws://here/ws", .engine = own_engine()}),
        store(where, key, node.epoch()) {}

  // False: somebody else was quicker, or there is nothing.
  bool take(Epoch holder) {
    const auto orphaned = PostgresStore::read_orphaned(address, key, holder);
    return orphaned && store.adopt(*orphaned);
  }
  // All other nodes are taken for dead.
  void take_all() {
    for (const Peer& peer : node.peers()) node.evict(peer.epoch);
    for (const Orphan& orphan : node.orphans()) take(orphan.holder);
  }

  const std::string address;
  const SealKey key = SealKey({1, 2, 3});
  PostgresNode node;
  PostgresStore store;
};

}  // namespace nl
