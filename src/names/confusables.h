// Lookalike detection: the skeleton of a name, with each character replaced by its prototype.
#pragma once

#include <string>
#include <string_view>

namespace nl {

// Equal for names that a reader could take for each other ("Ann" with a Cyrillic А, "l" and "I",
// full-width letters). A table of our own: letters of Latin, Greek, Cyrillic and Armenian, and
// digits. It is a small part of Unicode's list (UTS 39), and like that one keeps case and accents.
std::string skeleton(std::string_view name);

}  // namespace nl
