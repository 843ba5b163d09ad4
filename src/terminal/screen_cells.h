// Text width in terminal cells: Hangul takes two, combining characters none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nl {

int cell_width(std::string_view text);

// The text cut to so many cells; ".." at the end says that there was more.
std::string clip(std::string_view text, int width);

// Cut or filled up with blanks to exactly so many cells.
std::string pad(std::string_view text, int width);

// As many of its words as there is room for, filled up with blanks.
std::string whole_words(std::string_view text, int width);

// Broken at blanks into lines of at most so many cells; a longer word is cut in pieces.
std::vector<std::string> wrap(std::string_view text, int width);

}  // namespace nl
