// A node's part of the store, without the rest of a node.
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
    const auto estate = PostgresStore::read_estate(address, key, holder);
    return estate && store.adopt(*estate);
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
