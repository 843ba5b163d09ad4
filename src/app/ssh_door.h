// Supervisor of the ssh server, a process of its own (`serve --ssh`): started with the server, and
// started again when it dies.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/net_options.h"

namespace nl {

// Command line of the door of a server that listens at `port`. Throws NetError where sessions could
// not reach it: with TLS they need the name of its certificate.
std::vector<std::string> ssh_door_command(const NetOptions& options, std::uint16_t port);

class SshDoor {
 public:
  explicit SshDoor(std::vector<std::string> command);
  // Ends the process, with its sessions.
  ~SshDoor();
  SshDoor(const SshDoor&) = delete;
  SshDoor& operator=(const SshDoor&) = delete;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
