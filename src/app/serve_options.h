// Server options: read from a TOML file and from the command line, which wins.
#pragma once

#include <filesystem>
#include <string>

#include "net/net_options.h"

namespace nl {

// Sets what the file names; throws ProgramError with the place where it can't be used.
void read_server_file(NetOptions& options, const std::string& file);

// Where the browser's client lies: next to the program, as it is built; empty: nowhere.
std::filesystem::path built_web_folder();

}  // namespace nl
