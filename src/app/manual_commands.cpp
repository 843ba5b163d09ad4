// Subcommands `man` and `completions`, for packages and shells.
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/completions.h"
#include "app/manual.h"
#include "app/options.h"

namespace nl {
namespace {

void print_manual(const CLI::App& program, const std::string& name) {
  const CommandRow table = command_table(program);
  if (name.empty()) return write_manual(table, std::cout);
  std::string known;
  for (const CommandRow& command : table.commands) {
    if (command.name == name) return write_manual(command, std::cout);
    known += (known.empty() ? "" : " ") + command.name;
  }
  const Values values = {{"field", "command"}, {"allowed", known}};
  throw ProgramError(kExitBadInput, words(Language::English).refusal(Refusal::FieldValue, values));
}

void print_completions(const CLI::App& program, const std::string& shell) {
  const CommandRow table = command_table(program);
  if (shell == "bash") write_bash_completions(table, std::cout);
  if (shell == "zsh") write_zsh_completions(table, std::cout);
  if (shell == "fish") write_fish_completions(table, std::cout);
}

}  // namespace

void add_man(CLI::App& program) {
  auto* command = program.add_subcommand("man", "Prints a manual page: ninelives man | man -l -");
  auto name = std::make_shared<std::string>();
  command->add_option("command", *name, "of this command (default: of the program)");
  command->callback([&program, name] { print_manual(program, *name); });
}

void add_completions(CLI::App& program) {
  auto* command = program.add_subcommand(
      "completions", "Prints completions for a shell: . <(ninelives completions bash)");
  auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&program, shell] { print_completions(program, *shell); });
}

}  // namespace nl
