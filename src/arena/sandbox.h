// Sandbox for agents that are programs (bubblewrap): no network, no other processes, no
// capabilities, and nothing that they write outlives a game.
#pragma once

#include <string>
#include <vector>

namespace nl {

// True if this machine has bubblewrap and allows it to work. Root also needs `setpriv`: programs
// are never played as root.
bool sandbox_works();

// Error message for a missing sandbox, without its subject.
std::string no_sandbox_here();

// Isolation of a program given as a command.
struct Sandbox {
  bool wanted = true;
  std::vector<std::string> hidden{};  // files that it must not see: the log and the sealed seed
};

// The shell command that runs `command` in the sandbox, in the current folder. The program reads
// the system's folders, the current folder, and the paths that the command names. Nothing else of
// the machine is mounted. The caller has to provide seccomp_filter() as kFilterDescriptor. A
// command that preloads modules (fork_server.h) gives the command of its ForkServer.
std::string sandboxed_command(const std::string& command, const Sandbox& sandbox);

// The same for a submission: the system's programs and that folder, as /agent, are all there is.
std::string sandboxed_folder(const std::string& folder, const std::string& command);

// Folder of the sealed seeds, which no sandbox mounts: $XDG_STATE_HOME/ninelives/seeds.
std::string seed_folder();

// File with the seed of a log until all is played: one for each log, by its full path.
std::string seed_file(const std::string& log);

}  // namespace nl
