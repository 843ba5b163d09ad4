// Colour themes of the full screen.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace nl {

enum class Theme : std::uint8_t {
  Terminal,    // the sixteen colours of the terminal
  Dark,        // for a dark background
  Light,       // for a light background
  Contrast,    // high contrast on a dark background
  ColourSafe,  // safe for red-green colour blindness
};
inline constexpr std::array<std::string_view, 5> kThemeNames = {"terminal", "dark", "light",
                                                                "contrast", "safe"};

constexpr std::string_view theme_name(Theme theme) {
  return kThemeNames[static_cast<std::size_t>(theme)];
}
std::optional<Theme> find_theme(std::string_view name);

// From the variable NINELIVES_THEME, or the player's choice on this machine.
Theme chosen_theme();
// File of the remembered player; empty if nothing is stored.
std::filesystem::path default_memory_file();

}  // namespace nl
