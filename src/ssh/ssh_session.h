// One ssh connection: key exchange, authentication, and one channel with the game. Refused:
// passwords, sign-in by "none", shells, subsystems, forwarding, agents, X11, all commands except
// those of session_request.h, and any channel before authentication.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "ssh/player_folders.h"
#include "ssh/ssh_keys.h"
#include "ssh/ssh_options.h"

namespace nl {

// State that all sessions of a server share.
struct SshServerState {
  const SshOptions& options;
  const SshKeys& keys;
  PlayerFolders& folders;
  std::atomic<bool> stopping = false;
};

// Takes over `socket`, and returns when the session has ended. `bind`: libssh's server settings.
// `address`: the client's.
void run_ssh_session(void* bind, int socket, const std::string& address, SshServerState& state);

}  // namespace nl
