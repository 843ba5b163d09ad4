// Parser for commands, numbers and card names.
#include "terminal/parse_line.h"

#include <algorithm>
#include <array>

#include "names/names.h"
#include "terminal/string_utils.h"

namespace nl {
namespace {

NumberRange bounds(const Question& question) {
  if (question.range) return *question.range;
  NumberRange range{1 << 20, 0};
  for (const Choice& choice : question.choices) {
    if (!choice.listed) continue;
    range.low = std::min(range.low, choice.number);
    range.high = std::max(range.high, choice.number);
  }
  return range;
}

// The numbers of the answers if some between them are missing.
std::string numbers_with_gaps(const Question& question) {
  if (question.range) return "";
  std::vector<int> numbers;
  for (const Choice& choice : question.choices) {
    if (choice.listed) numbers.push_back(choice.number);
  }
  std::sort(numbers.begin(), numbers.end());
  if (numbers.empty() || numbers.back() - numbers.front() < std::ssize(numbers)) return "";
  std::string list;
  for (const int number : numbers) list += (list.empty() ? "" : ", ") + std::to_string(number);
  return list;
}

std::string wrong_number(const Question& question, std::string_view typed, const Speech& speech) {
  const NumberRange range = bounds(question);
  const Values values = {{"number", clean_text(typed, 12)},
                         {"low", std::to_string(range.low)},
                         {"high", std::to_string(range.high)}};
  if (is_yes_or_no(question)) return speech.w.refusal(Refusal::OneOrTwo);
  const auto number = read_number(typed);
  if (const std::string list = numbers_with_gaps(question); !list.empty()) {
    return speech.w.ui(number ? "no_such_number" : "one_of",
                       {{"number", clean_text(typed, 12)}, {"list", list}});
  }
  if (!number) return speech.w.refusal(Refusal::NotANumber, values);
  const bool too_often = question.phase == Phase::Times && *number > range.high;
  return speech.w.refusal(too_often ? Refusal::TooManyShuffles : Refusal::OutOfRange, values);
}

ParsedLine parse_choice(const Choice& choice, const Speech& speech) {
  if (choice.action) return choice;
  if (!choice.why.empty()) return choice.why;
  const bool keeps_nope = choice.refused.why == Refusal::NotAlone && choice.card == Card::Nope;
  if (keeps_nope) return speech.w.ui("nope_keep");
  return refusal_text(speech.w, choice.refused, speech.names);
}

// A player's name, or an unambiguous prefix of it.
const Choice* by_player(const Question& question, const std::string& text, const Speech& speech) {
  const Choice* found = nullptr;
  for (const Choice& choice : question.choices) {
    if (choice.seat >= speech.names.size()) continue;
    const std::string name = lower(speech.names[choice.seat]);
    if (name == text) return &choice;
    if (!name.starts_with(text)) continue;
    if (found != nullptr) return nullptr;
    found = &choice;
  }
  return found;
}

// Sentence that offers the combo of a card without an effect of its own; empty if there is none.
std::optional<std::string> offered_combo(const Question& question, const Choice& chosen,
                                         const Speech& speech) {
  if (chosen.action || chosen.refused.why != Refusal::NotAlone) return std::nullopt;
  for (const Choice& choice : question.choices) {
    if (!choice.listed || choice.card != chosen.card || !choice.action) continue;
    return speech.w.ui("combo_offered",
                       {{"card", speech.w.card(chosen.card)},
                        {"combo", speech.w.combo(choice.action->verb(), choice.card)},
                        {"number", std::to_string(choice.number)}});
  }
  return std::nullopt;
}

ParsedLine chosen(const Question& question, const Choice& choice, const Speech& speech) {
  if (auto offer = offered_combo(question, choice, speech)) return *offer;
  return parse_choice(choice, speech);
}

ParsedLine by_number(const Question& question, int typed, std::string_view text,
                     const Speech& speech) {
  if (question.range) {
    if (typed < question.range->low || typed > question.range->high) {
      return wrong_number(question, text, speech);
    }
    return Choice{.number = typed, .action = number(typed)};
  }
  for (const Choice& choice : question.choices) {
    if (choice.number == typed) return chosen(question, choice, speech);
  }
  return wrong_number(question, text, speech);
}

// "pair tacocat" means the pair, "tacocat" the card itself.
struct Wanted {
  Verb verb;
  std::string_view card;
};

Wanted split_verb(std::string_view text) {
  constexpr std::pair<std::string_view, Verb> kVerbs[] = {
      {"play ", Verb::Play}, {"pair ", Verb::Pair}, {"triple ", Verb::Triple},
      {"card ", Verb::Card}, {"give ", Verb::Card}, {"take ", Verb::Card}};
  for (const auto& [start, verb] : kVerbs) {
    if (text.starts_with(start)) return {verb, text.substr(start.size())};
  }
  return {Verb::Reserved, text};
}

bool is_combo(Verb verb) { return verb == Verb::Pair || verb == Verb::Triple; }

const Choice* by_card(const Question& question, const Wanted& wanted, Card card) {
  for (const Choice& choice : question.choices) {
    if (choice.card != card) continue;
    const bool combo = choice.action && is_combo(choice.action->verb());
    const bool fits =
        is_combo(wanted.verb) ? combo && choice.action->verb() == wanted.verb : !combo;
    if (fits) return &choice;
  }
  return nullptr;
}

const Choice* by_word(const Question& question, const std::string& text) {
  constexpr std::pair<std::string_view, Verb> kVerbs[] = {{"draw", Verb::Draw},
                                                          {"blind", Verb::Blind},
                                                          {"five", Verb::Five},
                                                          {"keep", Verb::Keep},
                                                          {"pass", Verb::Pass}};
  const std::string_view said = command_called(text);
  for (const Choice& choice : question.choices) {
    if (choice.listed && lower(choice.text) == text) return &choice;
    for (const auto& [name, verb] : kVerbs) {
      if (said == name && choice.action && choice.action->verb() == verb) return &choice;
    }
  }
  return nullptr;
}

ParsedLine read_answer(const Question& question, std::string_view text, const Speech& speech) {
  if (const auto number = read_number(text)) return by_number(question, *number, text, speech);
  // Yes and no are 1 and 2 only, as the sources prescribe.
  if (text.empty() || is_yes_or_no(question)) return wrong_number(question, text, speech);
  const std::string low = lower(text);
  if (const Choice* choice = by_word(question, low)) return parse_choice(*choice, speech);
  if (const Choice* choice = by_player(question, low, speech)) {
    return parse_choice(*choice, speech);
  }
  const Wanted wanted = split_verb(low);
  const auto card = find_card(wanted.card);
  if (!card || question.range) return wrong_number(question, text, speech);
  if (const Choice* choice = by_card(question, wanted, *card)) {
    return chosen(question, *choice, speech);
  }
  if (question.blind) return speech.w.refusal(Refusal::Cursed);
  const bool about_cards = std::any_of(question.choices.begin(), question.choices.end(),
                                       [](const Choice& choice) { return choice.card != kNoCard; });
  if (!about_cards && question.phase != Phase::Turn) return wrong_number(question, text, speech);
  const bool from_hand = question.phase == Phase::Turn || question.phase == Phase::Give ||
                         question.phase == Phase::Collect || question.phase == Phase::Potluck;
  if (!from_hand || is_combo(wanted.verb)) return speech.w.refusal(Refusal::NotLegal);
  return speech.w.refusal(Refusal::NotHeld, {{"card", speech.w.card(*card)}});
}

}  // namespace

std::optional<int> read_number(std::string_view text) {
  constexpr int kMost = 1'000'000;
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = std::min(kMost, value * 10 + (digit - '0'));
  }
  return minus ? -value : value;
}

std::optional<bool> read_yes_or_no(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::string_view word = command_called(lower(text));
  const char letter = letter_of(text);
  if (read_number(text) == 1 || word == "yes" || letter == 'y') return true;
  if (read_number(text) == 2 || word == "no" || letter == 'n') return false;
  return std::nullopt;
}

ParsedLine parse_line(const Question& question, std::string_view line, const Speech& speech) {
  const std::string_view text = trimmed(line);
  if (Command command = read_command(text); command.kind != Command::Verb::None) return command;
  return read_answer(question, text, speech);
}

ParsedLine parse_picked(const Question& question, const Choice& choice, const Speech& speech) {
  return chosen(question, choice, speech);
}

}  // namespace nl
