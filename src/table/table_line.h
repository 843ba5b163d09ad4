// Table setup from a record's line of players (game/seats_line.h), as far as it is valid.
#pragma once

#include <string>
#include <vector>

#include "table/table.h"

namespace nl {

// Takes over names, bots and the seed, as far as the line has them.
void read_table_line(const OtherLine& line, TableSetup& setup);

// The names alone.
void read_names(const OtherLine& line, std::vector<std::string>& names);

}  // namespace nl
