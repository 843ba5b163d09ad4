// Text width in terminal cells: Hangul takes two, combining characters none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nl {

int cell_width(std::string_view text);

// The text cut to this many cells; ".." marks a cut.
std::string clip(std::string_view text, int width);

// Cut or padded with blanks to exactly this many cells.
std::string pad(std::string_view text, int width);

// As many whole words as fit, padded with blanks.
std::string whole_words(std::string_view text, int width);

// Wrapped at blanks into lines of at most this many cells; longer words are split.
std::vector<std::string> wrap(std::string_view text, int width);

}  // namespace nl
