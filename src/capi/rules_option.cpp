// Parser of rules, with a cache of the last text.
#include "capi/rules_option.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "capi/boundary.h"
#include "text/notation.h"
#include "text/words.h"

namespace nl::capi {
namespace {

using Setting = std::pair<std::string, std::string>;

std::vector<Setting> settings_in(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::vector<Setting> settings;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw Misuse("rules: expected field=value, got " + word);
    settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return settings;
}

Preset preset_called(const std::string& name) {
  if (const auto preset = parse_preset(name)) return *preset;
  throw Misuse("preset " + name + ": expected one of " + preset_list());
}

Expansions expansions_called(const std::string& names) {
  if (const auto expansions = parse_expansions(names)) return *expansions;
  throw Misuse("expansions " + names + ": expected one of " + expansions_list());
}

Header parse_uncached(std::string_view text, int seats) {
  Header header{.seats = seats};
  const std::vector<Setting> settings = settings_in(text);
  for (const auto& [field, value] : settings) {
    if (field == "preset") header.preset = preset_called(value);
    if (field == "expansions") header.expansions = expansions_called(value);
  }
  header.rules = make_rules(header.preset, header.expansions);
  for (const auto& [field, value] : settings) {
    if (field != "preset" && field != "expansions") set_typed_field(header.rules, field, value);
  }
  const RulesFault fault = check_rules(header.rules, seats);
  if (fault != RulesFault::None) {
    throw Misuse(words(Language::English).fault(fault, header.rules, seats));
  }
  return header;
}

}  // namespace

Header parse_rules(std::string_view text, int seats) {
  // An environment deals many games by the same rules.
  thread_local std::string last_text;
  thread_local Header last{.seats = 0};
  if (last.seats != seats || last_text != text) {
    last = parse_uncached(text, seats);
    last_text = text;
  }
  return last;
}

}  // namespace nl::capi
