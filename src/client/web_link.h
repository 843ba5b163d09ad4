// Link to a server over a WebSocket, plain or TLS, on a thread of its own.
// It reconnects with back-off from half a second to eight. In a cluster it tries another node at
// once, and follows `elsewhere` by itself.
#pragma once

#include <memory>

#include "client/address.h"
#include "client/link.h"

namespace nl {

class WebLink final : public Link {
 public:
  // `path`: of the server's WebSocket.
  WebLink(const Address& address, std::string path);
  // Says what is still to be said, if that can be done at once, and closes.
  ~WebLink() override;

  void send(std::string text) override;
  std::vector<LinkEvent> take() override;
  int wake_file() const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
