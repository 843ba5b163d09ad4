// Ssh server (`ninelives ssh`) in front of a game server: listens, limits connections, and
// runs each session on a thread of its own.
#pragma once

#include <memory>
#include <string>

#include "ssh/ssh_options.h"

namespace nl {

// False in a build without libssh.
bool ssh_possible();

class SshServer {
 public:
  // Listens from here on. Throws SshError.
  explicit SshServer(SshOptions options);
  // Ends all sessions.
  ~SshServer();
  SshServer(const SshServer&) = delete;
  SshServer& operator=(const SshServer&) = delete;

  std::uint16_t port() const;
  // As `ssh` shows it at the first connection: SHA256:…
  std::string host_fingerprint() const;
  std::size_t sessions() const;
  // Takes no new connections; sessions go on.
  void stop_listening();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
