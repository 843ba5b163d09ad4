// Generator of shell completions.
#include "app/completions.h"

#include <algorithm>
#include <ostream>

namespace nl {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(word);
  return line;
}

// In single quotes, which all three shells read the same way: no help has a backslash.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Candidates for a command's next word: commands below it and options.
std::string next_words(const CommandRow& command) {
  std::vector<std::string> words;
  for (const CommandRow& below : command.commands) words.push_back(below.name);
  for (const OptionRow& option : command.options) {
    if (!option.is_place) words.insert(words.end(), option.names.begin(), option.names.end());
  }
  return joined(words);
}

bool has_place(const CommandRow& command) {
  for (const OptionRow& option : command.options) {
    if (option.is_place) return true;
  }
  return false;
}

// 'play'|'admin rooms'|…: what a shell compares "COMMAND WORD" with to go one command deeper.
std::string command_patterns(const CommandRow& program) {
  std::string patterns;
  for_each_command(program, [&](const CommandRow& row) {
    for (const CommandRow& below : row.commands) {
      patterns += (patterns.empty() ? "" : "|") + quoted(row.path + ' ' + below.name);
    }
  });
  return patterns;
}

// 'play --lang'): the command so far and the word before the completed one.
std::string value_pattern(const CommandRow& command, const OptionRow& option) {
  std::string patterns;
  for (const std::string& name : option.names) {
    patterns += (patterns.empty() ? "" : "|") + quoted(command.path + ' ' + name);
  }
  return patterns;
}

// ---- bash ---------------------------------------------------------------------------------------

std::string bash_values(const OptionRow& option) {
  switch (option.takes) {
    case Takes::Choice:
      return "COMPREPLY=($(compgen -W " + quoted(joined(option.choices)) + " -- \"$cur\"))";
    case Takes::Folder: return "COMPREPLY=($(compgen -d -- \"$cur\"))";
    case Takes::Text: return "compopt -o default 2>/dev/null";
    default: return ":";
  }
}

void write_bash_command(const CommandRow& command, std::ostream& out) {
  out << "    " << quoted(command.path) << ") words=" << quoted(next_words(command));
  if (has_place(command)) out << "; compopt -o default 2>/dev/null";
  out << " ;;\n";
}

// ---- zsh ----------------------------------------------------------------------------------------

std::string zsh_values(const OptionRow& option) {
  switch (option.takes) {
    case Takes::Choice: return "compadd -- " + joined(option.choices);
    case Takes::Folder: return "_files -/";
    case Takes::Text: return "_files";
    default: return "_message number";
  }
}

std::string described(const std::string& name, const std::string& help) {
  return ' ' + quoted(name + ':' + help);
}

void write_zsh_command(const CommandRow& command, std::ostream& out) {
  out << "    " << quoted(command.path) << ")\n      rows=(";
  for (const CommandRow& below : command.commands) out << described(below.name, below.help);
  for (const OptionRow& option : command.options) {
    if (!option.is_place) out << described(option.names.back(), option.help);
  }
  out << " )\n";
  if (has_place(command)) out << "      _files\n";
  out << "      ;;\n";
}

// A case for every option that takes a value.
template <class Values>
void write_values(const CommandRow& program, Values values, std::ostream& out) {
  for_each_command(program, [&](const CommandRow& command) {
    for (const OptionRow& option : command.options) {
      if (option.is_place || option.takes == Takes::Nothing) continue;
      out << "    " << value_pattern(command, option) << ") " << values(option) << "; return ;;\n";
    }
  });
}

// ---- fish ---------------------------------------------------------------------------------------

// The words of a path were typed, but none of its subcommands.
std::string fish_condition(const CommandRow& command) {
  std::string condition;
  for (std::size_t at = 0; at < command.path.size();) {
    const std::size_t end = std::min(command.path.find(' ', at), command.path.size());
    condition += condition.empty() ? "" : "; and ";
    condition += "__fish_seen_subcommand_from " + command.path.substr(at, end - at);
    at = end + 1;
  }
  if (command.path.empty()) condition = "__fish_use_subcommand";
  if (command.path.empty() || command.commands.empty()) return condition;
  condition += "; and not __fish_seen_subcommand_from";
  for (const CommandRow& below : command.commands) condition += ' ' + below.name;
  return condition;
}

std::string fish_option(const OptionRow& option) {
  std::string line;
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  switch (option.takes) {
    case Takes::Choice: return line + " -x -a " + quoted(joined(option.choices));
    case Takes::Folder: return line + " -x -a '(__fish_complete_directories)'";
    case Takes::Text: return line + " -r -F";
    case Takes::Number: return line + " -x";
    default: return line;
  }
}

void write_fish_command(const CommandRow& command, std::ostream& out) {
  const std::string begin = "complete -c ninelives -n " + quoted(fish_condition(command));
  for (const CommandRow& below : command.commands) {
    out << begin << " -f -a " << below.name << " -d " << quoted(below.help) << '\n';
  }
  for (const OptionRow& option : command.options) {
    if (option.is_place) continue;
    out << begin << fish_option(option) << " -d " << quoted(option.help) << '\n';
  }
  if (has_place(command)) out << begin << " -F\n";
}

}  // namespace

void write_bash_completions(const CommandRow& program, std::ostream& out) {
  out << R"(# Completions of ninelives for bash, written by `ninelives completions bash`.
_ninelives() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${COMP_WORDS[i]}" in
      )"
      << command_patterns(program) << R"() command=${command:+$command }${COMP_WORDS[i]} ;;
    esac
  done
  case "$command $prev" in
)";
  write_values(program, bash_values, out);
  out << "  esac\n  case $command in\n";
  for_each_command(program, [&](const CommandRow& row) { write_bash_command(row, out); });
  out << R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _ninelives ninelives
)";
}

void write_zsh_completions(const CommandRow& program, std::ostream& out) {
  out << R"(#compdef ninelives
# Completions of ninelives for zsh, written by `ninelives completions zsh`.
_ninelives() {
  local command='' i
  local -a rows
  for ((i = 2; i < CURRENT; ++i)); do
    case "$command ${words[i]}" in
      )"
      << command_patterns(program) << R"() command=${command:+$command }${words[i]} ;;
    esac
  done
  case "$command ${words[CURRENT-1]}" in
)";
  write_values(program, zsh_values, out);
  out << "  esac\n  case $command in\n";
  for_each_command(program, [&](const CommandRow& row) { write_zsh_command(row, out); });
  out << "  esac\n  _describe ninelives rows\n}\n_ninelives \"$@\"\n";
}

void write_fish_completions(const CommandRow& program, std::ostream& out) {
  out << "# Completions of ninelives for fish, written by `ninelives completions fish`.\n"
      << "complete -c ninelives -f\n";
  for_each_command(program, [&](const CommandRow& row) { write_fish_command(row, out); });
}

}  // namespace nl
