// Programs of others are played in a sandbox (bubblewrap): no network, no other processes, nothing
// that they write outlives a game.
#pragma once

#include <string>
#include <vector>

namespace nl {

// Whether this machine has bubblewrap, and lets it work.
bool fence_works();

// What a program given as a command is kept from.
struct Fence {
  bool wanted = true;
  std::vector<std::string> hidden{};  // files that it must not see: the log, its seed
};

// The command as a shell runs it behind the fence, in this folder. It can read what lies on the
// machine, but for /tmp and /run and what is hidden; what it names of /tmp is there.
std::string fenced(const std::string& command, const Fence& fence);

// The same for a folder of its own: /usr and that folder are all that there is.
std::string fenced_in(const std::string& folder, const std::string& command);

}  // namespace nl
