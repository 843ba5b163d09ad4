// Large letters for room codes: three cells wide, in half blocks.
#pragma once

#include <string_view>

#include "text/words.h"

namespace nl {

// Three lines. Characters other than letters and digits become blanks.
Lines big_text(std::string_view text);

}  // namespace nl
