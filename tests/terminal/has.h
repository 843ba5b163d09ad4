// Assertion that a screen or a text shows something.
#pragma once

#include <string>

namespace nl {

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace nl
