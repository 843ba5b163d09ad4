// Reader of record lines.
#include "text/json_reader.h"
#include "text/knowledge_text.h"
#include "text/record.h"
#include "text/state_text.h"

namespace nl {
namespace {

std::vector<Card> read_cards(const JsonReader& list) {
  std::vector<Card> cards;
  for (const JsonReader& card : list.items()) cards.push_back(card.card());
  if (cards.size() > kMaxBox) {
    throw RecordError('"' + std::string(list.name()) + "\" has too many cards");
  }
  return cards;
}

Counts read_counts(const JsonReader& list) {
  Counts counts;
  for (const JsonReader& card : list.items(kMaxBox)) ++counts[card.card()];
  return counts;
}

// The text of a game's terms must not depend on cards that exist outside of it.
void refuse_zeros(const JsonReader& copies) {
  for (const JsonReader& card : copies.fields()) {
    if (card.typed() != "0") continue;
    throw RecordError("rules: copies." + std::string(card.name()) +
                      ": only what is not zero is listed");
  }
}

int read_version(const JsonReader& version) {
  if (const auto known = version.if_number(1, kRecordVersion)) return static_cast<int>(*known);
  throw RecordError("only records of versions 1 to " + std::to_string(kRecordVersion) +
                    " can be read");
}

Rules read_rules(const JsonReader& rules) {
  if (!rules.is_object()) rules.fail("an object");
  try {
    return rules_from_json(rules);
  } catch (const JsonError& error) {
    throw RecordError(std::string("rules: ") + error.what());
  }
}

Header read_header(const JsonReader& json) {
  Header header;
  header.version = read_version(json["record"]);
  header.preset = json["preset"].preset();
  header.expansions = json["expansions"].expansions();
  header.rules = read_rules(json["rules"]);
  if (header.version > 1) refuse_zeros(json["rules"]["copies"]);
  header.seats = json["seats"].number(2, kMaxSeats);
  if (check_rules(header.rules, header.seats) != RulesFault::None) {
    throw RecordError("no game can be dealt with these rules and seats");
  }
  return header;
}

Deal read_deal(const JsonReader& json) {
  Deal deal{.first = json["first"].seat(), .pile = read_cards(json["pile"])};
  for (const JsonReader& hand : json["hands"].items(kMaxSeats)) {
    deal.hands.push_back(read_counts(hand));
  }
  deal.removed = read_counts(json["removed"]);
  return deal;
}

StartPosition read_position(const JsonReader& json) {
  const auto state = parse_state(json["state"].text());
  if (!state) json["state"].fail("a state");
  const auto known = parse_knowledge(json["known"].text(), *state);
  if (!known) json["known"].fail("a seat's knowledge");
  return {*state, known->seat, known->known};
}

Outcome read_outcome(const JsonReader& json) {
  const std::string& what = json["chance"].text();
  if (what == "shuffle") return {.what = Chance::Shuffle, .pile = read_cards(json["pile"])};
  if (what == "nope") return {.what = Chance::Nope, .seat = json["seat"].seat()};
  const auto chance = what == "steal"   ? Chance::Steal
                      : what == "mark"  ? Chance::Mark
                      : what == "blind" ? Chance::Blind
                                        : Chance::Deal;
  if (chance == Chance::Deal) throw RecordError("there is no chance \"" + what + '"');
  return {.what = chance, .card = json["card"].card()};
}

Step read_step(const JsonReader& json) {
  Step step{.seat = json["seat"].seat(), .text = json["do"].text()};
  if (json.has("legal")) step.legal = json["legal"].texts();
  return step;
}

End read_end(const JsonReader& json) {
  End end{.winner = json["winner"].seat()};
  for (const JsonReader& seat : json["died"].items()) end.died.push_back(seat.seat());
  return end;
}

RecordLine read_line(const JsonReader& json) {
  if (json.has("record")) return read_header(json);
  if (json.has("deal")) return read_deal(json["deal"]);
  if (json.has("position")) return read_position(json["position"]);
  if (json.has("do")) return read_step(json);
  if (json.has("chance")) return read_outcome(json);
  if (json.has("state")) return StateLine{json["state"].value()};
  if (json.has("end")) return read_end(json["end"]);
  return OtherLine{json.value()};
}

}  // namespace

RecordLine parse_record_line(std::string_view line) {
  try {
    const Json json = parse_object(line);
    return read_line(JsonReader(json));
  } catch (const JsonError& error) {
    throw RecordError(error.what());
  }
}

}  // namespace nl
