// Inherited systemd socket (socket activation): sd_listen_fds(3), without its library.
#pragma once

#include "net/net_options.h"

namespace nl {

// Sets the options to the address of an inherited socket, overriding earlier values. Throws
// NetError if the socket is unusable.
void take_systemd_socket(NetOptions& options);

// A listening TCP socket: the inherited one, or one opened here and closed at the end.
class ListeningSocket {
 public:
  // Throws NetError.
  explicit ListeningSocket(const NetOptions& options);
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  int fd() const { return fd_; }
  std::uint16_t port() const { return port_; }

 private:
  int fd_ = -1;
  bool own_ = false;
  std::uint16_t port_ = 0;
};

}  // namespace nl
