// Puzzles of data/puzzles.txt, compiled in by cmake/embed_puzzles.cmake.
#pragma once

#include <string_view>

namespace nl {

std::string_view puzzles_file();

}  // namespace nl
