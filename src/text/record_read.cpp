#include <set>

#include "text/notation.h"
#include "text/record.h"

namespace nl {
namespace {

// No record nests deeper, and copies of what does would use up the stack.
constexpr int kMaxDepth = 32;

const Json& member(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw RecordError(std::string("there is no \"") + key + '"');
  return *found;
}

int read_int(const Json& json, const char* key, int low, int high) {
  const Json& value = member(json, key);
  if (!value.is_number_integer() || value < low || value > high) {
    throw RecordError(std::string("\"") + key + "\" must be a whole number from " +
                      std::to_string(low) + " to " + std::to_string(high));
  }
  return value.get<int>();
}

std::string read_string(const Json& json, const char* key) {
  const Json& value = member(json, key);
  if (!value.is_string()) throw RecordError(std::string("\"") + key + "\" must be a text");
  return value.get<std::string>();
}

const Json& read_array(const Json& json, const char* key) {
  const Json& value = member(json, key);
  if (!value.is_array()) throw RecordError(std::string("\"") + key + "\" must be a list");
  return value;
}

Seat read_seat(const Json& json, const char* key) {
  return static_cast<Seat>(read_int(json, key, 0, kMaxSeats - 1));
}

Card read_card(const Json& value) {
  if (!value.is_string()) throw RecordError("a card must be a text");
  const auto card = parse_card(value.get<std::string>());
  if (!card) throw RecordError("there is no card \"" + value.get<std::string>() + '"');
  return *card;
}

std::vector<Card> read_cards(const Json& json, const char* key) {
  std::vector<Card> cards;
  for (const Json& value : read_array(json, key)) cards.push_back(read_card(value));
  if (cards.size() > kMaxBox) throw RecordError(std::string("\"") + key + "\" has too many cards");
  return cards;
}

Counts read_counts(const Json& list) {
  if (!list.is_array() || list.size() > kMaxBox)
    throw RecordError("a hand must be a list of cards");
  Counts counts;
  for (const Json& value : list) ++counts[read_card(value)];
  return counts;
}

// The text of a game's terms must not depend on which other cards there are.
void refuse_zeros(const Json& copies) {
  for (const auto& [card, count] : copies.items()) {
    if (count == 0)
      throw RecordError("rules: copies." + card + ": only what is not zero is listed");
  }
}

Header read_header(const Json& json) {
  const Json& version = member(json, "record");
  if (!version.is_number_integer() || version < 1 || version > kRecordVersion) {
    throw RecordError("only records of versions 1 to " + std::to_string(kRecordVersion) +
                      " can be read");
  }
  Header header;
  header.version = version.get<int>();
  const auto preset = parse_preset(read_string(json, "preset"));
  if (!preset) throw RecordError("there is no preset \"" + read_string(json, "preset") + '"');
  header.preset = *preset;
  for (const Json& name : read_array(json, "expansions")) {
    const auto expansion = name.is_string() ? parse_box(name.get<std::string>()) : std::nullopt;
    if (!expansion) throw RecordError("there is no expansion " + name.dump());
    header.expansions |= *expansion;
  }
  const Json& rules = member(json, "rules");
  if (!rules.is_object()) throw RecordError("\"rules\" must be an object");
  try {
    header.rules = rules_from_json(rules);
  } catch (const FieldError& error) {
    throw RecordError(std::string("rules: ") + error.what());
  }
  if (header.version > 1) refuse_zeros(rules["copies"]);
  header.seats = read_int(json, "seats", 2, kMaxSeats);
  if (check_rules(header.rules, header.seats) != RulesFault::None) {
    throw RecordError("no game can be dealt with these rules and seats");
  }
  return header;
}

Deal read_deal(const Json& json) {
  if (!json.is_object()) throw RecordError("\"deal\" must be an object");
  Deal deal{.first = read_seat(json, "first"), .pile = read_cards(json, "pile")};
  for (const Json& hand : read_array(json, "hands")) deal.hands.push_back(read_counts(hand));
  if (deal.hands.size() > kMaxSeats) throw RecordError("\"hands\" has too many hands");
  deal.removed = read_counts(read_array(json, "removed"));
  return deal;
}

Outcome read_outcome(const Json& json) {
  const std::string what = read_string(json, "chance");
  if (what == "shuffle") return {.what = Chance::Shuffle, .pile = read_cards(json, "pile")};
  if (what == "nope") return {.what = Chance::Nope, .seat = read_seat(json, "seat")};
  const auto chance = what == "steal"   ? Chance::Steal
                      : what == "mark"  ? Chance::Mark
                      : what == "blind" ? Chance::Blind
                                        : Chance::Deal;
  if (chance == Chance::Deal) throw RecordError("there is no chance \"" + what + '"');
  return {.what = chance, .card = read_card(member(json, "card"))};
}

Step read_step(const Json& json) {
  Step step{.seat = read_seat(json, "seat"), .text = read_string(json, "do")};
  if (!json.contains("legal")) return step;
  step.legal.emplace();
  for (const Json& text : read_array(json, "legal")) {
    if (!text.is_string()) throw RecordError("\"legal\" must be a list of texts");
    step.legal->push_back(text.get<std::string>());
  }
  return step;
}

End read_end(const Json& json) {
  if (!json.is_object()) throw RecordError("\"end\" must be an object");
  End end{.winner = read_seat(json, "winner")};
  for (const Json& seat : read_array(json, "died")) {
    if (!seat.is_number_integer() || seat < 0 || seat >= kMaxSeats) {
      throw RecordError("\"died\" must be a list of seats");
    }
    end.died.push_back(seat.get<Seat>());
  }
  return end;
}

}  // namespace

RecordLine parse_record_line(std::string_view line) {
  bool too_deep = false;
  const Json json = Json::parse(
      line,
      [&](int depth, Json::parse_event_t, Json&) {
        too_deep |= depth > kMaxDepth;
        return depth <= kMaxDepth;
      },
      false);
  if (too_deep) throw RecordError("nested too deep");
  if (json.is_discarded()) throw RecordError("not JSON");
  if (!json.is_object()) throw RecordError("not a JSON object");
  if (json.contains("record")) return read_header(json);
  if (json.contains("deal")) return read_deal(json["deal"]);
  if (json.contains("do")) return read_step(json);
  if (json.contains("chance")) return read_outcome(json);
  if (json.contains("state")) return StateLine{json["state"]};
  if (json.contains("end")) return read_end(json["end"]);
  return OtherLine{json};
}

}  // namespace nl
