// Agent identity: results belong to a hash of the agent, not to a name that anybody can take.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"

namespace nl {

// Hash of a bot's answers at some fixed decisions by these rules. It stays the same as long as the
// bot plays the same. A file that the name brings along (net:FILE) is hashed as a whole. A bot that
// thinks by the clock has its name and the program's version.
std::string bot_identity(const std::string& name, const Rules& rules, int seats);

// Hash of the command and of every file that it names, with all files of the folders that they lie
// in. Files in `ignored` (the arena's log) and the system's folders don't count. Throws
// std::invalid_argument where such a folder holds too much to be an agent's own.
std::string program_identity(const std::string& command,
                             const std::vector<std::string>& ignored = {});

// Existing files and folders that a command names.
std::vector<std::string> paths_in(const std::string& command);

// Hash of all files in a folder, wherever it lies.
std::string folder_identity(const std::string& folder);

// Error in a program's name. Allowed: up to 32 letters, digits, - and _, but neither a bot's name
// nor one that looks like it (n3t, Net, net-). Empty if the name is fine.
std::string fault_in_name(const std::string& name);

}  // namespace nl
