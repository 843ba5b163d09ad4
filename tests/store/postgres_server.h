// PostgreSQL server for tests with a new database for each caller, and one node's store in it.
#pragma once

#include <array>
#include <cstdio>
#include <memory>

#include "store/engine_hash.h"
#include "store/folder.h"
#include "store/postgres_link.h"
#include "store/postgres_node.h"
#include "store/postgres_store.h"

namespace nl {

class PostgresServer {
 public:
  // Null where there is none on this machine: why_not() says so.
  static PostgresServer* get() {
    static PostgresServer server;
    return server.address_.empty() ? nullptr : &server;
  }
  static const char* why_not() { return "PostgreSQL is not installed, or was not built in"; }

  std::string new_database() {
    const std::string name = "test" + std::to_string(++databases_);
    PostgresLink(address_, "test").run_script("CREATE DATABASE " + name);
    std::string address = address_;
    return address.replace(address.find("/postgres?"), 9, "/" + name);
  }

 private:
  PostgresServer() {
    if (!has_postgres()) return;
    // It may run as another user, who has to get through here.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    address_ = said_by("start " + folder_.path().string() + "/pg 0 fsync=off");
  }
  ~PostgresServer() {
    if (!address_.empty()) said_by("stop " + folder_.path().string() + "/pg immediate");
  }

  static std::string said_by(const std::string& order) {
    const std::string command = NINELIVES_SOURCE_DIR "/tests/cluster/postgres.sh " + order;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    std::array<char, 400> line{};
    if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return {};
    std::string text = line.data();
    return text.substr(0, text.find('\n'));
  }

  Folder folder_;
  std::string address_;
  int databases_ = 0;
};

// Store of one node, without the rest of a node.
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
