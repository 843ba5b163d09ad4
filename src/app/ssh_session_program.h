// Program of one ssh session (`ninelives ssh-session`), started by the ssh server alone.
#pragma once

namespace nl {

// Internal subcommand that starts it.
inline constexpr const char* kSshSession = "ssh-session";

// Runs the session described by the environment; returns the exit status.
int run_ssh_session_program();

}  // namespace nl
