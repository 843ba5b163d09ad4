// Agent identity: results belong to a hash of the agent, since anybody can use its name.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"

namespace nl {

// Hash of a bot's answers to some fixed decisions under these rules. It stays the same while the
// bot plays the same. A file in the name (net:FILE) is hashed as a whole. A bot with a time budget
// has its name and the program's version.
std::string bot_identity(const std::string& name, const Rules& rules, int seats);

// Hash of the command and of every file that it names, with all files in their folders. Files in
// `ignored` (the arena's log) and the system's folders don't count. Throws std::invalid_argument if
// such a folder is too large to be an agent's own.
std::string program_identity(const std::string& command,
                             const std::vector<std::string>& ignored = {});

// Existing files and folders that a command names.
std::vector<std::string> paths_in(const std::string& command);

// Hash of all files in a folder, wherever it is.
std::string folder_identity(const std::string& folder);

// Error in a program's name. Allowed: up to 32 letters, digits, - and _, but not a bot's name or
// one that looks like it (n3t, Net, net-). Empty if the name is allowed.
std::string fault_in_name(const std::string& name);

}  // namespace nl
