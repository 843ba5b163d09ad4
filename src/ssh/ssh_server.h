// Ssh server (`ninelives ssh`) in front of a game server: listens, limits connections, and runs
// each session on its own thread.
#pragma once

#include <memory>
#include <string>

#include "ssh/ssh_options.h"

namespace nl {

// False in a build without libssh.
bool ssh_possible();

class SshServer {
 public:
  // Starts listening. Throws SshError.
  explicit SshServer(SshOptions options);
  // Ends all sessions.
  ~SshServer();
  SshServer(const SshServer&) = delete;
  SshServer& operator=(const SshServer&) = delete;

  std::uint16_t port() const;
  // In the format that `ssh` shows at the first connection: SHA256:…
  std::string host_fingerprint() const;
  std::size_t sessions() const;
  // Stops accepting connections; sessions continue.
  void stop_listening();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
