// Program of one ssh session (`ninelives ssh-session`), started by the ssh server alone.
#pragma once

namespace nl {

// The word that starts it; it is no subcommand for people.
inline constexpr const char* kSshSession = "ssh-session";

// Runs the session that the environment describes; the exit status.
int run_ssh_session_program();

}  // namespace nl
