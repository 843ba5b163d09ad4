// Manual pages (section 1), generated from the option table.
#pragma once

#include <iosfwd>

#include "app/option_table.h"

namespace nl {

// The page of one command; the program's own lists the others.
void write_manual(const CommandRow& command, std::ostream& out);

}  // namespace nl
