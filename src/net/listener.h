// TCP listener: accepts connections, applies limits, serves HTTP and upgrades to WebSocket.
#pragma once

#include <memory>

#include "net/connection.h"
#include "net/http_router.h"
#include "net/live_settings.h"
#include "net/tls_context.h"

namespace nl {

class Listener {
 public:
  // Accepts on `strand` and serves on other strands. Throws NetError.
  Listener(asio::io_context& io, const Strand& strand, const LiveSettings& settings,
           const HttpRouter& router, ConnectionOwner& owner);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  bool secure() const;
  // A new certificate (null without TLS) and new limits. On the strand.
  void change(TlsContext tls);
  // Stops accepting. On the strand.
  void close();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
