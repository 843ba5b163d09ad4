// What a table takes from a record's line of seats (game/seats_line.h): as much as makes sense.
#pragma once

#include <string>
#include <vector>

#include "table/table.h"

namespace nl {

// Takes over names, bots and the seed, as far as the line has them.
void read_table_line(const Json& line, TableSetup& setup);

// The names alone.
void read_names(const Json& line, std::vector<std::string>& names);

}  // namespace nl
