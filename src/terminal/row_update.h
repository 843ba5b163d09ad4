// Bytes that turn one drawn row of the screen into another: only the cells that changed.
#pragma once

#include <string>
#include <string_view>

namespace nl {

// `row` counts from 0. A row is text with colour and style sequences that starts without style.
// Rows with a character whose width terminals disagree on are written completely.
std::string row_update(int row, std::string_view before, std::string_view after);

}  // namespace nl
