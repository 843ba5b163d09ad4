// Large letters for room codes: three cells wide, in half blocks.
#pragma once

#include <string_view>

#include "text/words.h"

namespace nl {

// Three lines; of letters and digits alone, anything else is a blank.
Lines big_text(std::string_view text);

}  // namespace nl
