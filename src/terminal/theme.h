// Colour themes of the full screen.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace nl {

enum class Theme : std::uint8_t {
  Terminal,    // the sixteen colours as the terminal's owner has them
  Dark,        // for a dark background
  Light,       // for a light background
  Contrast,    // high contrast on a dark background
  ColourSafe,  // without red beside green, for people who can't tell them apart
};
inline constexpr std::array<std::string_view, 5> kThemeNames = {"terminal", "dark", "light",
                                                                "contrast", "safe"};

constexpr std::string_view theme_name(Theme theme) {
  return kThemeNames[static_cast<std::size_t>(theme)];
}
std::optional<Theme> find_theme(std::string_view name);

// The variable NINELIVES_THEME, or what the player at this machine has chosen.
Theme chosen_theme();
// The file of the remembered player; empty where nothing is kept.
std::filesystem::path default_memory_file();

}  // namespace nl
