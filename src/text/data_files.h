// Files of data/ that are compiled in by cmake/embed_data.cmake. The page has the same ones.
#pragma once

#include <string_view>

namespace nl {

std::string_view characters_file();  // data/characters.json: the bots' characters
std::string_view lesson_file();      // data/learn.jsonl: the tutorial script

}  // namespace nl
