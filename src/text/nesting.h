// Nesting depth of a JSON text, checked before parsing. The parser doesn't recurse, but copying its
// tree does: deep brackets would overflow the stack.
#pragma once

#include <string_view>

namespace nl {

// Our own documents nest at most eight levels deep.
inline constexpr int kMostNesting = 32;

constexpr bool nests_too_deep(std::string_view json, int most = kMostNesting) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > most) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace nl
