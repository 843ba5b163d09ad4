// Supervisor of the ssh server's process (`serve --ssh`): starts it with the server, and restarts
// it when it dies.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/net_options.h"

namespace nl {

// Command line of the ssh server for a game server at `port`. Throws NetError if sessions could not
// reach it: with TLS they need the name in its certificate.
std::vector<std::string> ssh_server_command(const NetOptions& options, std::uint16_t port);

class SshSupervisor {
 public:
  explicit SshSupervisor(std::vector<std::string> command);
  // Ends the process, with its sessions.
  ~SshSupervisor();
  SshSupervisor(const SshSupervisor&) = delete;
  SshSupervisor& operator=(const SshSupervisor&) = delete;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
