// Sandbox for agents that are programs (bubblewrap): no network, no other processes, no
// capabilities, and nothing that they write outlives a game.
#pragma once

#include <string>
#include <vector>

namespace nl {

// True if bubblewrap is installed and works. Root also needs `setpriv`: programs never run as root.
bool sandbox_works();

// Predicate of the error message for a missing sandbox.
std::string no_sandbox_here();

// Isolation of a program given as a command.
struct Sandbox {
  bool wanted = true;
  std::vector<std::string> hidden{};  // hidden files: the log and the sealed seed
};

// The shell command that runs `command` in the sandbox, in the current folder. The program reads
// the system's folders, the current folder, and the paths that the command names. Nothing else of
// the machine is mounted. The caller must provide seccomp_filter() at kFilterDescriptor. A command
// that preloads modules (fork_server.h) returns the command of its ForkServer.
std::string sandboxed_command(const std::string& command, const Sandbox& sandbox);

// The same for a submission, which sees only the system's programs and its folder, as /agent.
std::string sandboxed_folder(const std::string& folder, const std::string& command);

// Folder of the sealed seeds, which no sandbox mounts: $XDG_STATE_HOME/ninelives/seeds.
std::string seed_folder();

// File with the seed of a log until all games are played: one for each log, by its full path.
std::string seed_file(const std::string& log);

}  // namespace nl
