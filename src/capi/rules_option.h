// Rules from one line of text.
#pragma once

#include <string_view>

#include "text/record.h"

namespace nl::capi {

// "preset=family expansions=imploding nope_way=commit": checked for this number of players. Throws
// the wrong word with its allowed values.
Header parse_rules(std::string_view text, int seats);

}  // namespace nl::capi
