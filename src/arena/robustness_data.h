// Embedded data/robustness: measurements of the program's own bots, compiled in by
// cmake/embed_robustness.cmake, so that every board knows it.
#pragma once

#include <string_view>

namespace nl {

std::string_view learners_file();
std::string_view small_games_file();

}  // namespace nl
