// Option table, read from the parser's subcommands.
#include "app/option_table.h"

#include <algorithm>
#include <sstream>

namespace nl {
namespace {

std::vector<std::string> split(std::string text, const std::string& between) {
  for (char& c : text) c = between.find(c) == std::string::npos ? c : ' ';
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Values of a check by CLI::IsMember, which are part of the type: TEXT:{en,ko}
std::vector<std::string> checked_values(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return split(type.substr(open + 1, close - open - 1), ",");
}

// Values that the help lists: "of clients: off, hash or plain". The default must be among them,
// which distinguishes a list from a sentence.
std::vector<std::string> listed_values(std::string help, const std::string& initial) {
  if (const std::size_t colon = help.rfind(": "); colon != std::string::npos) {
    help = help.substr(colon + 2);
  }
  std::vector<std::string> words = split(help, ",");
  std::erase(words, "or");
  return std::ranges::find(words, initial) == words.end() ? std::vector<std::string>{} : words;
}

Takes what_it_takes(const CLI::Option& option, bool has_choices) {
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() == 0) return Takes::Nothing;
  if (has_choices) return Takes::Choice;
  if (type.find("DIR") != std::string::npos) return Takes::Folder;
  return type.starts_with("TEXT") ? Takes::Text : Takes::Number;
}

std::vector<std::string> typed_names(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionRow option_row(const CLI::Option& option) {
  OptionRow row{.names = typed_names(option),
                .help = option.get_description(),
                .initial = option.get_default_str(),
                .choices = checked_values(option.get_type_name()),
                .is_place = option.get_positional(),
                .required = option.get_required(),
                .repeats = option.get_items_expected_max() > 1};
  if (row.choices.empty()) row.choices = listed_values(row.help, row.initial);
  row.takes = what_it_takes(option, !row.choices.empty());
  return row;
}

CommandRow command_row(const CLI::App& command, const std::string& path) {
  CommandRow row{.path = path,
                 .name = command.get_name(),
                 .help = command.get_description(),
                 .footer = command.get_footer(),
                 .options = {},
                 .commands = {}};
  for (const CLI::Option* option : command.get_options()) {
    const bool hidden = option->get_group().empty();  // earlier names, and internal options
    if (!hidden) row.options.push_back(option_row(*option));
  }
  for (const CLI::App* below : command.get_subcommands({})) {
    const std::string space = path.empty() ? "" : " ";
    row.commands.push_back(command_row(*below, path + space + below->get_name()));
  }
  return row;
}

}  // namespace

CommandRow command_table(const CLI::App& program) { return command_row(program, ""); }

}  // namespace nl
