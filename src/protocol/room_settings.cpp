// Room settings: JSON reader and writer, and validation.
#include "protocol/room_settings.h"

#include <algorithm>
#include <array>

#include "text/notation.h"
#include "text/refusal.h"

namespace nl {
namespace {

constexpr std::size_t kMostHouseRules = 50;
constexpr std::size_t kMostFieldName = 40;

std::map<std::string, std::string> read_house_rules(const JsonReader& json) {
  std::map<std::string, std::string> rules;
  if (!json.exists()) return rules;
  for (const JsonReader& rule : json.fields(kMostHouseRules)) {
    const std::string field(rule.name());
    if (allowed_values(field).empty()) {
      JsonFaults::report(field.substr(0, kMostFieldName), "there is no such house rule");
      return {};
    }
    rules[field] = rule.typed();
  }
  return rules;
}

RoomSettings read_all_but_seats(const JsonReader& json) {
  using std::chrono::milliseconds, std::chrono::seconds, std::chrono::hours;
  RoomSettings settings;
  if (json.has("preset")) settings.preset = json["preset"].preset();
  if (json.has("expansions")) settings.expansions = json["expansions"].expansions();
  settings.house_rules = read_house_rules(json["rules"]);
  settings.window = milliseconds(json["window_ms"].number_or(3'000, 500, 60'000));
  settings.turn = seconds(json["turn_s"].number_or(60, 0, 3'600));
  settings.hours = hours(json["hours"].number_or(0, 0, kMostHours));
  settings.listed = json["listed"].is_true();
  settings.practice = json["practice"].is_true();
  settings.matched = json["matched"].is_true();
  return settings;
}

}  // namespace

Rules RoomSettings::rules() const {
  Rules all = make_rules(preset, expansions);
  for (const auto& [field, value] : house_rules) set_field(all, field, value);
  all.nope_asks = NopeAsks::All;
  all.nope_way = NopeWay::Immediate;
  all.window_ms = static_cast<std::uint16_t>(window.count());
  return all;
}

bool is_house_rule(std::string_view field) {
  constexpr auto kOfTheRoom = std::to_array<std::string_view>(
      {"min_players", "max_players", "nope_asks", "nope_way", "window_ms"});
  return std::find(kOfTheRoom.begin(), kOfTheRoom.end(), field) == kOfTheRoom.end();
}

std::string unplayable_rule(const RoomSettings& settings) {
  const RulesFault fault = check_rules(settings.rules(), settings.seats);
  return fault == RulesFault::None ? std::string() : std::string(kFaultNames[fault]);
}

int most_seats(const RoomSettings& settings) {
  return most_people(settings.preset, settings.rules());
}

RoomSettings settings_for(const Header& header, RoomSettings wanted) {
  wanted.preset = header.preset;
  wanted.expansions = header.expansions;
  wanted.seats = header.seats;
  wanted.window = std::chrono::milliseconds(header.rules.window_ms);
  wanted.hours = std::chrono::hours(0);
  wanted.matched = false;
  wanted.house_rules.clear();
  const Rules usual = make_rules(header.preset, header.expansions);
  for (const std::string& field : rule_fields()) {
    std::string value = get_field(header.rules, field);
    if (is_house_rule(field) && value != get_field(usual, field)) {
      wanted.house_rules[field] = std::move(value);
    }
  }
  return wanted;
}

RoomSettings read_settings(const JsonReader& json) {
  RoomSettings settings = read_all_but_seats(json);
  try {
    const int most = most_seats(settings);
    settings.seats = json["seats"].number_or(most, int{settings.rules().min_players}, most);
  } catch (const FieldError& error) {  // a house rule has an invalid value
    JsonFaults::report(error.field(), error.what());
  }
  return settings;
}

Json settings_json(const RoomSettings& settings) {
  Json rules = Json::object();
  for (const auto& [field, value] : settings.house_rules) rules[field] = value;
  Json json = {{"preset", preset_name(settings.preset)},
               {"expansions", box_names(settings.expansions)},
               {"seats", settings.seats},
               {"window_ms", settings.window.count()},
               {"turn_s", settings.turn.count() / 1'000},
               {"listed", settings.listed},
               {"practice", settings.practice},
               {"rules", rules}};
  if (settings.matched) json["matched"] = true;
  if (settings.slow()) json["hours"] = settings.hours.count();
  return json;
}

}  // namespace nl
