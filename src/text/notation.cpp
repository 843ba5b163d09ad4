// Parser and writer of the notation of records.
#include "text/notation.h"

#include <array>
#include <cassert>

#include "engine/cards.h"

namespace nl {
namespace {

constexpr std::array<std::string_view, kWords> kWordNames = {"draw", "pass", "nope",  "blind",
                                                             "five", "keep", "defuse"};

std::string_view number_word(Phase phase) {
  switch (phase) {
    case Phase::Order: return "order";
    case Phase::Times: return "times";
    default: return "depth";
  }
}

struct CardVerb {
  std::string_view word;
  Action (*make)(Card);
};

constexpr std::array<CardVerb, 4> kCardVerbs = {{
    {"play", [](Card card) { return play(card); }},
    {"pair", [](Card card) { return pair(card); }},
    {"triple", [](Card card) { return triple(card); }},
    {"card", [](Card card) { return name_card(card); }},
}};

std::optional<Action> parse_with_argument(const QuestionContext& asked, std::string_view verb,
                                          std::string_view argument) {
  for (const CardVerb& candidate : kCardVerbs) {
    if (candidate.word != verb) continue;
    const auto card = parse_card(argument);
    if (!card) return std::nullopt;
    return candidate.make(*card);
  }
  if (verb == "target") {
    const auto other = parse_number(argument, asked.seats - 1);
    if (!other) return std::nullopt;
    return target(asked.seat, static_cast<Seat>(*other), asked.seats);
  }
  if (verb != number_word(asked.phase)) return std::nullopt;
  const auto n = parse_number(argument, kNumbers - 1);
  if (!n) return std::nullopt;
  return number(*n);
}

}  // namespace

std::string_view card_name(Card card) {
  assert(index(card) < kCardKinds);
  return AllCards::name(card);
}

std::optional<Card> parse_card(std::string_view name) {
  const Card card = AllCards::named(name);
  if (card == kNoCard) return std::nullopt;
  return card;
}

std::string_view preset_name(Preset preset) { return preset_row(preset).key; }

std::optional<Preset> parse_preset(std::string_view name) {
  for (int i = 0; i < kPresets; ++i) {
    if (preset_name(static_cast<Preset>(i)) == name) return static_cast<Preset>(i);
  }
  return std::nullopt;
}

std::string preset_list() {
  std::string list;
  for (int i = 0; i < kPresets; ++i) {
    list.append(i == 0 ? "" : " ").append(preset_name(static_cast<Preset>(i)));
  }
  return list;
}

std::vector<std::string_view> box_names(Expansions expansions) {
  std::vector<std::string_view> names;
  for (const BoxRow& box : box_rows()) {
    if (expansions & box.bit) names.push_back(box.key);
  }
  return names;
}

std::string expansions_name(Expansions expansions) {
  if (expansions == kBase) return "none";
  std::string names;
  for (const std::string_view name : box_names(expansions)) {
    names.append(names.empty() ? "" : ",").append(name);
  }
  return names;
}

std::string expansions_list() {
  std::string list = "none";
  for (const std::string_view name : box_names(kAllBoxes)) list.append(" ").append(name);
  return list + ' ' + expansions_name(kAllBoxes);
}

std::optional<Expansions> parse_box(std::string_view name) {
  for (const BoxRow& box : box_rows()) {
    if (box.key == name) return box.bit;
  }
  return std::nullopt;
}

std::optional<Expansions> parse_expansions(std::string_view names) {
  if (names.empty() || names == "none") return kBase;
  Expansions found = kBase;
  while (true) {
    const std::size_t comma = names.find(',');
    const auto box = parse_box(names.substr(0, comma));
    if (!box) return std::nullopt;
    found |= *box;
    if (comma == std::string_view::npos) return found;
    names.remove_prefix(comma + 1);
  }
}

std::string_view phase_name(Phase phase) { return kPhaseNames[phase]; }

std::string action_text(const QuestionContext& asked, Action action) {
  switch (action.verb()) {
    case Verb::Target:
      return "target " + std::to_string(seat_after(asked.seat, action.distance(), asked.seats));
    case Verb::Number:
      return std::string(number_word(asked.phase)) + ' ' + std::to_string(action.number());
    case Verb::Play:
    case Verb::Pair:
    case Verb::Triple:
    case Verb::Card: {
      const auto verb =
          static_cast<std::size_t>(action.verb()) - static_cast<std::size_t>(Verb::Play);
      return std::string(kCardVerbs[verb].word) + ' ' + std::string(card_name(action.card()));
    }
    case Verb::Reserved: return "reserved " + std::to_string(action.id);
    default: return std::string(kWordNames[action.id]);
  }
}

std::optional<Action> parse_action(const QuestionContext& asked, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space != std::string_view::npos) {
    return parse_with_argument(asked, text.substr(0, space), text.substr(space + 1));
  }
  for (std::size_t i = 0; i < kWordNames.size(); ++i) {
    if (kWordNames[i] == text) return make_action(static_cast<int>(i));
  }
  return std::nullopt;
}

std::optional<int> parse_number(std::string_view text, int most) {
  if (text.empty() || text.size() > 6 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  if (value > most) return std::nullopt;
  return value;
}

}  // namespace nl
