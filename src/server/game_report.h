// Report of a game by one of its players, for the operator. It doesn't say who reports.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "game/time.h"

namespace nl {

inline constexpr std::array<std::string_view, 5> kReportReasons = {"cheating", "rude", "stalling",
                                                                   "bug", "other"};
inline constexpr int kReportColumns = 300;

struct GameReport {
  Time at{0};          // wall time
  std::string room{};  // its code
  std::string game{};  // /g/GAME, once the game is over and kept
  int number = 0;      // of the room's games
  bool over = false;
  std::string reason{};
  std::string text{};  // in the player's own words; may be empty
};

}  // namespace nl
