// Film of a record that the page supplies.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fair/fair_check.h"
#include "game/film.h"

namespace nl {

// The page throws the text as an error; nothing goes on after that.
[[noreturn]] void fail(std::string_view text);

// Lines that aren't blank, by their numbers.
std::vector<NumberedLine> numbered(std::string_view text);

// Fails with the line's number in front where the record is wrong.
void read_film(std::string_view record, Film& film);

}  // namespace nl
