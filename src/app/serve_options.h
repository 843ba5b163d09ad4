// Server options: read from a TOML file and from the command line, which wins.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "net/net_options.h"

namespace nl {

// Lines of the file by setting.
using SettingLines = std::map<std::string, unsigned, std::less<>>;
// Sets what the file names; throws ProgramError with the place where it can't be used.
SettingLines read_server_file(NetOptions& options, const std::string& file);
// Throws ProgramError with every setting that can't work, its line and the reason.
void check_server_options(const NetOptions& options, const std::string& file,
                          const SettingLines& lines);

// All settings with their defaults and what they mean, as a settings file.
std::string settings_reference();

// Folder of the browser's client, next to the program as it is built; empty: none.
std::filesystem::path built_web_folder();

}  // namespace nl
