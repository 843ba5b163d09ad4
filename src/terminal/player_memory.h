// Language, name, server and theme of the player at this machine, remembered between sessions.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "terminal/theme.h"
#include "text/language.h"

namespace nl {

struct PlayerMemory {
  std::optional<Language> language{};
  std::string name{};    // clean; empty: none was given
  std::string server{};  // address that was played at last
  std::optional<Theme> theme{};
};

// Nothing is remembered in an empty path. Lines that can't be read are left out.
PlayerMemory read_memory(const std::filesystem::path& file);
// A file that can't be written is no reason to stop.
void write_memory(const std::filesystem::path& file, const PlayerMemory& memory);

}  // namespace nl
