// Link to a server over a WebSocket, plain or TLS, on a thread of its own.
// It reconnects with back-off from half a second to eight. In a cluster it tries another node at
// once, and follows `elsewhere` by itself.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "client/address.h"
#include "client/link.h"

namespace nl {

struct LinkOptions {
  std::string forwarded_for{};  // a client behind this one, which the server counts
  std::chrono::milliseconds longest_pause{8'000};  // between two attempts
};

class WebLink final : public Link {
 public:
  // `path`: of the server's WebSocket.
  WebLink(const Address& address, std::string path, LinkOptions options = {});
  // Sends the remaining messages if that is possible without waiting, then closes.
  ~WebLink() override;

  void send(std::string text) override;
  std::vector<LinkEvent> take() override;
  int wake_file() const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
