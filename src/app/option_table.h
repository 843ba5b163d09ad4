// Option table: commands, options and their values, as rows. Manual pages and completions are
// generated from it, so they match the program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace nl {

// Kind of values that a shell offers for an option.
enum class Takes : unsigned char { Nothing, Number, Choice, Text, Folder };

struct OptionRow {
  std::vector<std::string> names;  // as typed: --lang; for a positional argument, its name only
  std::string help;
  std::string initial;
  Takes takes = Takes::Nothing;
  std::vector<std::string> choices;
  bool is_place = false;  // an argument without a name
  bool required = false;
  bool repeats = false;
};

struct CommandRow {
  std::string path;  // "admin kick"; "" is the program itself
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionRow> options;
  std::vector<CommandRow> commands;
};

CommandRow command_table(const CLI::App& program);

// Calls visit(row) for the command and all below it.
template <class Visit>
void for_each_command(const CommandRow& row, Visit visit) {
  visit(row);
  for (const CommandRow& below : row.commands) for_each_command(below, visit);
}

}  // namespace nl
