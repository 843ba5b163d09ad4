// A line of the record that the engine's record does not need, and passes over: who sat where.
// Without it a game can be checked, but not gone on with.
#pragma once

#include <string>

#include "table/table.h"

namespace nl {

std::string table_line(const TableSetup& setup);

// Takes over names, bots and the seed, as far as the line has them and they make sense.
void read_table_line(const Json& line, TableSetup& setup);

}  // namespace nl
