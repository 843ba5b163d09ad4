// Inherited systemd socket (socket activation): sd_listen_fds(3), without its library.
#pragma once

#include "net/net_options.h"

namespace nl {

// Where one was handed over, the options say where it listens, whatever they said before. Throws
// NetError where it is none that a server can use.
void take_systemd_socket(NetOptions& options);

// A TCP socket that listens as the options say: the inherited one, or one opened here and closed
// at the end.
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
