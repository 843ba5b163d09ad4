// Lists for the page's build: cards, presets, expansions, numbers of seats.
// Lists of choices, asked while the page is built: cards, presets, expansions, and how
// many may sit down. So no list of them stands in the page's sources.
#include <string>

#include "protocol/emotes.h"
#include "protocol/room_settings.h"
#include "text/notation.h"

namespace nl {
namespace {

Json cards() {
  Json names = Json::array();
  for (int card = 0; card < kCardKinds; ++card) names.push_back(card_name(Card(card)));
  return names;
}

Json expansions() {
  Json names = Json::array();
  for (int bit = 1; bit < kExpansionSets; bit <<= 1) {
    names.push_back(expansions_name(static_cast<Expansions>(bit)));
  }
  return names;
}

// A preset with its row of rules, and the most seats for each set of expansions: a bit an
// expansion, in their order.
Json preset(Preset preset) {
  Json seats = Json::array();
  for (int set = 0; set < kExpansionSets; ++set) {
    seats.push_back(most_seats({.preset = preset, .expansions = static_cast<Expansions>(set)}));
  }
  return {{"name", preset_name(preset)},
          {"seats", seats},
          {"wording", preset_row(preset).manner.wording},
          {"rules", rules_json(make_rules(preset))}};
}

// The fields that a room may have house rules for, and what each may be.
Json house_rules() {
  Json all = Json::array();
  for (const std::string& field : rule_fields()) {
    if (!is_house_rule(field)) continue;
    all.push_back({{"field", field}, {"allowed", allowed_values(field)}});
  }
  return all;
}

Json presets() {
  Json all = Json::array();
  for (int i = 0; i < kPresets; ++i) all.push_back(preset(static_cast<Preset>(i)));
  return all;
}

}  // namespace
}  // namespace nl

extern "C" __attribute__((export_name("lists"))) const char* lists() {
  static const std::string text = nl::Json{
      {"cards", nl::cards()},
      {"presets", nl::presets()},
      {"expansions", nl::expansions()},
      {"house_rules", nl::house_rules()},
      {"emotes", nl::kEmotes}}.dump();
  return text.c_str();
}
