// Rules fields: table of names, parser and writer.
#include "text/rules_text.h"

#include <array>
#include <functional>
#include <optional>
#include <span>

#include "text/notation.h"

namespace nl {
namespace {

constexpr std::string_view kCopies = "copies.";
constexpr int kFirstVersionKinds = 28;  // number of cards when records began

struct PlainName {
  std::string_view plain;
  std::string_view stored;
};
constexpr auto kPlainNames = std::to_array<PlainName>({{"ask_shuffle_count", "times"},
                                                       {"dead_hand", "dead"},
                                                       {"five_titles", "five"},
                                                       {"loose_kitten", "loose"}});

// One field: how to read it and how to set it; false if the value is not allowed.
struct Field {
  std::string name;
  std::string allowed;
  std::function<Json(const Rules&)> get;
  std::function<bool(Rules&, std::string_view)> set;
};

template <class Int>
Field number_field(std::string name, Int Rules::*member, int low, int high) {
  return {std::move(name), std::to_string(low) + ".." + std::to_string(high),
          [member](const Rules& rules) { return Json(rules.*member); },
          [member, low, high](Rules& rules, std::string_view value) {
            const auto n = parse_number(value, high);
            if (!n || *n < low) return false;
            rules.*member = static_cast<Int>(*n);
            return true;
          }};
}

Field bool_field(std::string name, bool Rules::*member) {
  return {std::move(name), "true false",
          [member](const Rules& rules) { return Json(rules.*member); },
          [member](Rules& rules, std::string_view value) {
            if (value != "true" && value != "false") return false;
            rules.*member = value == "true";
            return true;
          }};
}

template <class Enum>
Field choice_field(std::string name, Enum Rules::*member, std::vector<std::string> words) {
  std::string allowed;
  for (const std::string& word : words) allowed += (allowed.empty() ? "" : " ") + word;
  return {std::move(name), std::move(allowed),
          [member, words](const Rules& rules) {
            return Json(words[static_cast<std::size_t>(rules.*member)]);
          },
          [member, words](Rules& rules, std::string_view value) {
            for (std::size_t i = 0; i < words.size(); ++i) {
              if (words[i] != value) continue;
              rules.*member = static_cast<Enum>(i);
              return true;
            }
            return false;
          }};
}

// In the record's order.
std::vector<Field> make_fields() {
  return {
      number_field("min_players", &Rules::min_players, 2, kMaxSeats),
      number_field("max_players", &Rules::max_players, 2, kMaxSeats),
      number_field("hand", &Rules::hand, 0, 30),
      choice_field("extra_defuses", &Rules::extra_defuses, {"two", "rest", "none"}),
      bool_field("extra_defuses_dealt", &Rules::extra_defuses_dealt),
      number_field("kittens", &Rules::kittens, 0, 20),
      number_field("see", &Rules::see, 1, 5),
      choice_field("combos", &Rules::combos, {"any", "cats"}),
      choice_field("first", &Rules::first, {"any", "zero"}),
      bool_field("times", &Rules::times),
      choice_field("nope_asks", &Rules::nope_asks, {"all", "holders"}),
      choice_field("nope_way", &Rules::nope_way, {"immediate", "commit"}),
      choice_field("stack", &Rules::stack, {"add", "flat"}),
      bool_field("chain", &Rules::chain),
      choice_field("targeted", &Rules::targeted, {"jump", "wait"}),
      choice_field("dead", &Rules::dead, {"out", "kitten", "discard"}),
      bool_field("keep_ends", &Rules::keep_ends),
      choice_field("loose", &Rules::loose, {"at_once", "at_draw"}),
      bool_field("five", &Rules::five),
      bool_field("faster", &Rules::faster),
      number_field("window_ms", &Rules::window_ms, 0, 60000),
  };
}

std::span<const Field> fields() {
  static const std::vector<Field> all = make_fields();
  return all;
}

const Field* find_field(std::string_view name) {
  for (const Field& field : fields()) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::string_view stored_name(std::string_view typed) {
  for (const PlainName& name : kPlainNames) {
    if (name.plain == typed) return name.stored;
  }
  return typed;
}

std::optional<Card> copies_card(std::string_view name) {
  if (!name.starts_with(kCopies)) return std::nullopt;
  return parse_card(name.substr(kCopies.size()));
}

std::string known_fields() {
  std::string all;
  for (const Field& field : fields()) all += plain_field(field.name) + ' ';
  return all + "copies.CARD";
}

Json copies_json(const Rules& rules, int version) {
  Json json = Json::object();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int copies = rules.copies[card_at(kind)];
    const bool listed = copies != 0 || (version == 1 && kind < kFirstVersionKinds);
    if (listed) json[std::string(card_name(card_at(kind)))] = copies;
  }
  return json;
}

}  // namespace

std::vector<std::string> rule_fields() {
  std::vector<std::string> names;
  for (const Field& field : fields()) names.push_back(field.name);
  for (int kind = 0; kind < kCardKinds; ++kind) {
    names.push_back(std::string(kCopies) + std::string(card_name(card_at(kind))));
  }
  return names;
}

std::string plain_field(std::string_view field) {
  for (const PlainName& name : kPlainNames) {
    if (name.stored == field) return std::string(name.plain);
  }
  return std::string(field);
}

std::string allowed_values(std::string_view typed) {
  const std::string_view name = stored_name(typed);
  if (const Field* field = find_field(name)) return field->allowed;
  return copies_card(name) ? "0.." + std::to_string(kMaxBox) : "";
}

std::string get_field(const Rules& rules, std::string_view name) {
  if (const Field* field = find_field(name)) return JsonReader(field->get(rules)).typed();
  if (const auto card = copies_card(name)) return std::to_string(rules.copies[*card]);
  throw FieldError(std::string(name), known_fields());
}

void set_field(Rules& rules, std::string_view name, std::string_view value) {
  if (const Field* field = find_field(name)) {
    if (!field->set(rules, value)) throw FieldError(std::string(name), field->allowed);
    return;
  }
  const auto card = copies_card(name);
  if (!card) throw FieldError(std::string(name), known_fields());
  const auto n = parse_number(value, kMaxBox);
  if (!n) throw FieldError(std::string(name), allowed_values(name));
  rules.copies[*card] = static_cast<std::uint8_t>(*n);
}

void set_typed_field(Rules& rules, std::string_view typed, std::string_view value) {
  try {
    set_field(rules, stored_name(typed), value);
  } catch (const FieldError& error) {
    throw FieldError(std::string(typed), error.allowed());
  }
}

Json rules_json(const Rules& rules, int version) {
  Json json = Json::object();
  for (const Field& field : fields()) {
    if (field.name == "see") json["copies"] = copies_json(rules, version);  // its index in records
    json[field.name] = field.get(rules);
  }
  return json;
}

Rules rules_from_json(const JsonReader& json) {
  Rules rules;
  try {
    for (const Field& field : fields()) {
      set_field(rules, field.name, json[field.name.c_str()].typed());
    }
    for (const JsonReader& copies : json["copies"].fields()) {
      set_field(rules, std::string(kCopies).append(copies.name()), copies.typed());
    }
  } catch (const FieldError& error) {
    throw JsonError(error.field(), error.what());
  }
  return rules;
}

}  // namespace nl
