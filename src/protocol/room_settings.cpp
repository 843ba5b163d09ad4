#include "protocol/room_settings.h"

#include <algorithm>
#include <array>

#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t kMostHouseRules = 50;

int whole_number(const Json& json, const char* key, int otherwise, int low, int high) {
  if (!json.contains(key)) return otherwise;
  const Json& value = json[key];
  const auto fault = [&] {
    return FieldError(key, std::to_string(low) + ".." + std::to_string(high));
  };
  if (!value.is_number_integer()) throw fault();
  // A number too large for a signed one would come out negative.
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > 1'000'000) throw fault();
  const auto n = value.get<std::int64_t>();
  if (n < low || n > high) throw fault();
  return static_cast<int>(n);
}

std::map<std::string, std::string> house_rules_from(const Json& json) {
  std::map<std::string, std::string> rules;
  if (!json.contains("rules")) return rules;
  if (!json["rules"].is_object() || json["rules"].size() > kMostHouseRules) {
    throw FieldError("rules", "{FIELD: VALUE}");
  }
  for (const auto& [field, value] : json["rules"].items()) {
    if (value.is_structured() || allowed_values(field).empty()) {
      throw FieldError(field.substr(0, 40), "{FIELD: VALUE}");
    }
    rules[field] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return rules;
}

}  // namespace

Preset preset_from(const Json& json) {
  if (!json.contains("preset")) return kDefaultPreset;
  const Json& name = json["preset"];
  const auto preset = name.is_string() ? parse_preset(name.get<std::string>()) : std::nullopt;
  if (!preset) throw FieldError("preset", preset_list());
  return *preset;
}

Expansions expansions_from(const Json& json) {
  if (!json.contains("expansions")) return kBase;
  Expansions all = kBase;
  const Json& list = json["expansions"];
  const auto fault = [] { return FieldError("expansions", expansions_list()); };
  if (!list.is_array() || list.size() > kBoxes) throw fault();
  for (const Json& name : list) {
    const auto one = name.is_string() ? parse_box(name.get<std::string>()) : std::nullopt;
    if (!one) throw fault();
    all |= *one;
  }
  return all;
}

Json expansions_json(Expansions expansions) { return box_names(expansions); }

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

int most_seats(const RoomSettings& settings) {
  return most_people(settings.preset, settings.rules());
}

RoomSettings settings_from_json(const Json& json) {
  RoomSettings settings;
  settings.preset = preset_from(json);
  settings.expansions = expansions_from(json);
  settings.house_rules = house_rules_from(json);
  settings.window = std::chrono::milliseconds(whole_number(json, "window_ms", 3'000, 500, 60'000));
  settings.turn = std::chrono::seconds(whole_number(json, "turn_s", 60, 0, 3'600));
  settings.hours = std::chrono::hours(whole_number(json, "hours", 0, 0, kMostHours));
  settings.listed = json.contains("listed") && json["listed"] == true;
  settings.practice = json.contains("practice") && json["practice"] == true;
  const int most = most_seats(settings);
  const int least = settings.rules().min_players;
  settings.seats = whole_number(json, "seats", most, least, most);
  return settings;
}

Json settings_json(const RoomSettings& settings) {
  Json rules = Json::object();
  for (const auto& [field, value] : settings.house_rules) rules[field] = value;
  Json json = {{"preset", preset_name(settings.preset)},
               {"expansions", expansions_json(settings.expansions)},
               {"seats", settings.seats},
               {"window_ms", settings.window.count()},
               {"turn_s", settings.turn.count() / 1'000},
               {"listed", settings.listed},
               {"practice", settings.practice},
               {"rules", rules}};
  if (settings.slow()) json["hours"] = settings.hours.count();
  return json;
}

}  // namespace nl
