// Names of colour themes, and the chosen one.
#include "terminal/theme.h"

#include <algorithm>
#include <cstdlib>

#include "terminal/player_memory.h"
#include "terminal/saved_games.h"

namespace nl {

std::optional<Theme> find_theme(std::string_view name) {
  const auto found = std::find(kThemeNames.begin(), kThemeNames.end(), name);
  if (found == kThemeNames.end()) return std::nullopt;
  return static_cast<Theme>(found - kThemeNames.begin());
}

std::filesystem::path default_memory_file() {
  const std::filesystem::path games = default_games_folder();
  return games.empty() ? games : games.parent_path() / "player";
}

Theme chosen_theme() {
  const char* variable = std::getenv("NINELIVES_THEME");
  if (const auto theme = find_theme(variable == nullptr ? "" : variable)) return *theme;
  return read_memory(default_memory_file()).theme.value_or(Theme::Terminal);
}

}  // namespace nl
