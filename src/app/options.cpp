// Shared command-line options: parsing and checks.
#include "app/options.h"

#include <toml++/toml.h>

#include <sstream>

#include "terminal/question.h"
#include "text/notation.h"
#include "text/rules_text.h"
#include "text/titles.h"

namespace nl {
namespace {

// An invalid field or value, in a sentence.
ProgramError field_fault(const FieldError& error, Language language) {
  const auto& w = words(language);
  // CLI11 only asks for options that exist.
  const bool known = error.field().starts_with("--") || !allowed_values(error.field()).empty();
  const std::string sentence =
      known
          ? w.refusal(Refusal::FieldValue, {{"field", error.field()}, {"allowed", error.allowed()}})
          : w.refusal(Refusal::UnknownField, {{"field", error.field()}}) + ' ' + error.allowed();
  return {kExitBadInput, sentence};
}

std::string plain(const toml::node& value) {
  if (const auto text = value.value<std::string>(); value.is_string() && text) return *text;
  if (const auto flag = value.value<bool>(); value.is_boolean() && flag)
    return *flag ? "true" : "false";
  if (const auto whole = value.value<std::int64_t>(); value.is_integer() && whole) {
    return std::to_string(*whole);
  }
  return "?";
}

void apply_table(Rules& rules, const toml::table& table, const std::string& prefix) {
  for (const auto& [key, value] : table) {
    const std::string field = prefix + std::string(key.str());
    if (const auto* nested = value.as_table()) {
      apply_table(rules, *nested, field + '.');
    } else {
      set_typed_field(rules, field, plain(value));
    }
  }
}

void apply_file(Rules& rules, const std::string& file) {
  try {
    apply_table(rules, toml::parse_file(file), "");
  } catch (const toml::parse_error& error) {
    std::ostringstream where;
    where << file << ": " << error.description() << " (" << error.source().begin << ')';
    throw ProgramError(kExitBadInput, where.str());
  }
}

void apply_set(Rules& rules, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) throw FieldError(assignment, "field=value");
  set_typed_field(rules, assignment.substr(0, equals), assignment.substr(equals + 1));
}

}  // namespace

void RulesOptions::add_to(CLI::App& app) {
  app.add_option("--preset", preset, preset_list())->capture_default_str();
  app.add_option("--expansions", expansions, expansions_list())->capture_default_str();
  app.add_option("--rules", file, "a TOML file of house rules: field = value");
  app.add_option("--set", sets, "a house rule: field=value (see `ninelives rules`)");
}

void LanguageOption::add_to(CLI::App& app) {
  std::vector<std::string> codes;
  for (const Language language : all_languages()) codes.emplace_back(language_code(language));
  app.add_option("--lang", code, language_codes())
      ->check(CLI::IsMember(codes))
      ->capture_default_str();
  const auto take = [](const std::string& titles) {
    use_titles(titles == "own" ? Titles::Own : Titles::Known);
  };
  app.add_option_function<std::string>("--titles", take,
                                       "known or own: our own titles for cards and boxes")
      ->check(CLI::IsMember({"known", "own"}));
}

Language LanguageOption::language() const {
  return find_language(code).value_or(Language::English);
}

Preset chosen_preset(const std::string& name, Language language) {
  if (const auto preset = parse_preset(name)) return *preset;
  throw field_fault(FieldError("--preset", preset_list()), language);
}

Expansions chosen_expansions(const std::string& names, Language language) {
  if (const auto expansions = parse_expansions(names)) return *expansions;
  throw field_fault(FieldError("--expansions", expansions_list()), language);
}

Rules chosen_rules(const RulesOptions& options, Language language) {
  Rules rules = make_rules(chosen_preset(options.preset, language),
                           chosen_expansions(options.expansions, language));
  try {
    if (!options.file.empty()) apply_file(rules, options.file);
    for (const std::string& assignment : options.sets) apply_set(rules, assignment);
  } catch (const FieldError& error) {
    throw field_fault(error, language);
  }
  return rules;
}

Header chosen_game(const RulesOptions& options, int seats, Language language) {
  Header header{.preset = chosen_preset(options.preset, language),
                .expansions = chosen_expansions(options.expansions, language),
                .rules = chosen_rules(options, language),
                .seats = seats};
  const RulesFault fault = check_rules(header.rules, seats);
  if (fault != RulesFault::None) {
    throw ProgramError(kExitBadInput, words(language).fault(fault, header.rules, seats));
  }
  return header;
}

std::vector<std::string> default_names(Preset preset, int seats, Language language) {
  std::vector<std::string> names;
  for (int seat = 0; seat < seats; ++seat) {
    names.push_back(words(language).ui(
        "player", {{"number", std::to_string(first_player_number(preset) + seat)}}));
  }
  return names;
}

}  // namespace nl
