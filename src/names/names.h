// Sanitizer for names and chat, which terminals, logs and browsers show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nl {

inline constexpr int kMaxNameColumns = 20;

// Well-formed UTF-8 in composed form (NFC), without escape sequences, control, bidi and invisible
// characters, spaces joined and trimmed, at most `columns` wide.
std::string clean_text(std::string_view raw, int columns);

// Empty if nothing remains.
std::string clean_name(std::string_view raw);

// Number of terminal columns that a text takes; Korean takes two a syllable.
int columns_of(std::string_view text);

// Padded with spaces, or cut, to this many columns.
std::string padded(std::string_view text, int columns);

// Distinguishes equal or confusable names by a number after the name.
void make_distinct(std::vector<std::string>& names);

}  // namespace nl
