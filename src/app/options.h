// Command-line options that several subcommands share: game and language.
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/rules.h"
#include "text/notation.h"
#include "text/record.h"
#include "text/words.h"

namespace nl {

// Ends the program with this exit status; the message goes to standard error.
class ProgramError : public std::runtime_error {
 public:
  ProgramError(int status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

inline constexpr int kExitDifferent = 1;
inline constexpr int kExitBadInput = 2;

// Earlier name of an option: hidden, still accepted, with a warning
// (docs/reference/compatibility.md).
template <class Value>
CLI::Option* add_deprecated(CLI::App& app, const std::string& name, Value& value,
                            const std::string& replacement) {
  return app.add_option(name, value, "earlier name of " + replacement)
      ->group("")
      ->each([name, replacement](const std::string&) {
        std::cerr << name << " is deprecated: use " << replacement << '\n';
      });
}

struct RulesOptions {
  std::string preset{preset_name(kDefaultPreset)};
  std::string expansions = expansions_name(kBase);
  std::string file;               // TOML with house rules
  std::vector<std::string> sets;  // field=value, after the file

  void add_to(CLI::App& app);
};

struct LanguageOption {
  std::string code = "en";

  void add_to(CLI::App& app);
  Language language() const;
};

Preset chosen_preset(const std::string& name, Language language);
Expansions chosen_expansions(const std::string& names, Language language);

// The requested rules; throws ProgramError with a sentence that names the field and its allowed
// values.
Rules chosen_rules(const RulesOptions& options, Language language);

// … checked against a number of players.
Header chosen_game(const RulesOptions& options, int seats, Language language);

// Names of players without their own, as at the terminal.
std::vector<std::string> default_names(Preset preset, int seats, Language language);

}  // namespace nl
