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
  std::string name{};    // sanitized; empty: none
  std::string server{};  // address of the last server
  std::optional<Theme> theme{};
};

// An empty path remembers nothing. Invalid lines are skipped.
PlayerMemory read_memory(const std::filesystem::path& file);
// An unwritable file is ignored.
void write_memory(const std::filesystem::path& file, const PlayerMemory& memory);

}  // namespace nl
