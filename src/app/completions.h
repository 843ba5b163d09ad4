// Shell completions, generated from the option table.
#pragma once

#include <iosfwd>

#include "app/option_table.h"

namespace nl {

void write_bash_completions(const CommandRow& program, std::ostream& out);
void write_zsh_completions(const CommandRow& program, std::ostream& out);
void write_fish_completions(const CommandRow& program, std::ostream& out);

}  // namespace nl
