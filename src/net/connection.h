// Interface between a client connection and the server's core.
#pragma once

#include <memory>
#include <string>

#include "net/asio_aliases.h"
#include "net/metrics.h"
#include "net/net_options.h"
#include "server/server_core.h"

namespace nl {

// Output side of a client connection. Called on the core's strand, except leave().
class Connection {
 public:
  virtual ~Connection() = default;
  // Queues a message until leave() or close(), so that all messages of a step go out together.
  // True if it is the first in the queue.
  virtual bool send(std::string text) = 0;
  virtual const Strand& strand() const = 0;
  virtual void leave() = 0;  // flushes the queue, on a strand that connections share
  virtual void close(std::string reason) = 0;
  virtual const std::string& address() const = 0;
};

// Client address, for limits, and whether the connection is encrypted.
struct ConnectionOrigin {
  std::string address{};
  bool secure = false;
};

// Receiver of a connection's events. Called on the line's strand.
class ConnectionOwner {
 public:
  virtual ~ConnectionOwner() = default;
  virtual std::shared_ptr<const NetOptions> options() const = 0;
  virtual Metrics& metrics() = 0;
  virtual void opened(SessionId id, const ConnectionOrigin& from,
                      std::shared_ptr<Connection> line) = 0;
  virtual void received(SessionId id, std::string text) = 0;
  virtual void sent(SessionId id, std::size_t bytes) = 0;
  virtual void ended(SessionId id) = 0;
};

}  // namespace nl
