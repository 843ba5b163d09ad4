// What a result belongs to: not a name, which anybody can give to anything, but a hash of the
// agent.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"

namespace nl {

// Of what a bot answers at some fixed decisions by these rules: it stays the same as long as the
// bot plays the same, whatever is written anew around it. One that thinks by the clock has its name
// and the program's version.
std::string bot_identity(const std::string& name, const Rules& rules, int seats);

// Of the command and of every file that it names; a folder stands for all files in it.
std::string program_identity(const std::string& command);

// What a command names that is there: files and folders.
std::vector<std::string> paths_in(const std::string& command);

// Of all files in a folder, wherever it lies.
std::string folder_identity(const std::string& folder);

}  // namespace nl
