// The whole network server: listens, plays and stores on its own threads until stopped.
// `ninelives serve` is this class and a signal handler.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/net_options.h"

namespace nl {

class NetServer {
 public:
  // Opens the store, resumes its games and listens. Throws NetError or StoreError.
  explicit NetServer(const NetOptions& options);
  ~NetServer();
  NetServer(const NetServer&) = delete;
  NetServer& operator=(const NetServer&) = delete;

  // Of a node in a cluster; 0: standalone.
  std::uint64_t epoch() const;
  std::uint16_t port() const;
  // Addresses to type into a browser: this machine's first, then those for others on the network.
  std::vector<std::string> addresses() const;
  std::size_t rooms_restored() const;

  // Applies certificate, origins, limits, proxies and times of `options`. Throws NetError without
  // changing anything.
  void reload(const NetOptions& options);

  // After a failure: the port stays open and reports that it is not ready, until stop().
  void leave_cluster();
  // Stores pending entries, sends their messages and closes all connections. Games resume when a
  // server starts on the same data.
  void stop();
  // Reason of the store's failure; empty: none.
  std::string failure() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
