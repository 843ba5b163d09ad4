// Server options: read from a TOML file and from the command line, which overrides it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "net/net_options.h"

namespace nl {

// Lines of the file by setting.
using SettingLines = std::map<std::string, unsigned, std::less<>>;
// Sets the options of a file; throws ProgramError with the line of an invalid setting.
SettingLines read_server_file(NetOptions& options, const std::string& file);
// Throws ProgramError with every unusable setting, its line and the reason.
void check_server_options(const NetOptions& options, const std::string& file,
                          const SettingLines& lines);

// All settings with their defaults and descriptions, as a settings file.
std::string settings_reference();

// Folder of the browser's client, next to the program as built; empty: none.
std::filesystem::path built_web_folder();

}  // namespace nl
