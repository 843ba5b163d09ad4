// Lookalike detection: the skeleton of a name, with each character replaced by its prototype.
#pragma once

#include <string>
#include <string_view>

namespace nl {

// Equal for names that a reader could confuse ("Ann" with a Cyrillic А, "l" and "I", full-width
// letters). Our own table of Latin, Greek, Cyrillic and Armenian letters and digits. It covers a
// small part of Unicode's list (UTS 39), and like that one distinguishes case and accents.
std::string skeleton(std::string_view name);

}  // namespace nl
