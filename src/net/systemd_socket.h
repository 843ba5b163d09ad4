// Inherited systemd socket (socket activation): sd_listen_fds(3), without its library.
#pragma once

#include "net/net_options.h"

namespace nl {

// Where one was handed over, the options say where it listens, whatever they said before. Throws
// NetError where it is none that a server can use.
void take_systemd_socket(NetOptions& options);

}  // namespace nl
