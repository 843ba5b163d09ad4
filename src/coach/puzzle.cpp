// Parser, writer and checks of puzzles.
#include "coach/puzzle.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "arena/small_games.h"
#include "bots/hint.h"
#include "coach/next_kitten.h"
#include "coach/puzzle_data.h"
#include "engine/make_view.h"
#include "text/notation.h"
#include "text/state_text.h"

namespace nl {
namespace {

// ---- writing ----------------------------------------------------------------------------------

constexpr std::string_view kBetween = " | ";
constexpr std::size_t kParts = 6;  // game, position, knowledge, answer, proofs, finders

std::string tenths(double points) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", points);
  return text;
}

std::string name_of(Card card) {
  return card == kNoKitten ? "no-kitten" : std::string(card_name(card));
}

template <class Item, class Word>
std::string listed(int count, Item item, Word word) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + word(item(i));
  return text.empty() ? "-" : text;
}

std::string knowledge_text(const Puzzle& puzzle) {
  const Knowledge& known = puzzle.known;
  const auto n = [](int value) { return std::to_string(value); };
  const auto fact = [&](int i) { return known.fact(i); };
  const auto held = [&](int i) { return known.held(i); };
  return "seat=" + n(puzzle.seat) + " cards=" + n(known.pile_size()) +
         " gone=" + n(known.exploded()) + '/' + n(known.imploded()) + " peeked=" +
         listed(
             puzzle.world.seats, [&](int i) { return known.peeked(static_cast<Seat>(i)); }, n) +
         " facts=" +
         listed(known.facts(), fact,
                [&](const PileFact& one) {
                  return name_of(one.card) + ':' + n(one.low) + ':' + n(one.high);
                }) +
         " held=" + listed(known.held(), held, [&](HeldCard one) {
           return n(one.seat()) + ':' + std::string(card_name(one.card()));
         });
}

std::string proofs_text(const std::vector<Proof>& proofs) {
  std::string text;
  for (const Proof& proof : proofs) {
    text +=
        (text.empty() ? "" : " ") + proof.way + '=' + tenths(proof.best) + '/' + tenths(proof.next);
  }
  return text;
}

std::string finders_text(const std::vector<Finder>& finders) {
  std::string text;
  for (const Finder& finder : finders) {
    text += (text.empty() ? "" : " ") + finder.bot + '=' + std::to_string(finder.percent);
  }
  return text;
}

// ---- reading ----------------------------------------------------------------------------------

using Texts = std::vector<std::string_view>;

Texts parts_of(std::string_view text, std::string_view between) {
  Texts parts;
  for (;;) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

// "key=value" without the key; empty if it is another.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  if (!text.starts_with(key) || text.substr(key.size(), 1) != "=") return std::nullopt;
  return text.substr(key.size() + 1);
}

Texts list_of(std::string_view text) { return text == "-" ? Texts{} : parts_of(text, ","); }

std::optional<Card> card_called(std::string_view name) {
  return name == "no-kitten" ? kNoKitten : parse_card(name);
}

// Collects errors, so that each field is one line.
class Fields {
 public:
  int number(std::string_view text, int most) {
    const auto n = parse_number(text, most);
    good_ &= n.has_value();
    return n.value_or(0);
  }
  std::uint8_t byte(std::string_view text, int most) {
    return static_cast<std::uint8_t>(number(text, most));
  }
  Card card(std::string_view text) {
    const auto card = card_called(text);
    good_ &= card.has_value();
    return card.value_or(Card{});
  }
  double points(std::string_view text) {
    const Texts sides = split(text, ".", 2);
    check(sides[1].size() == 1);
    return (10 * number(sides[0], 100) + number(sides[1], 9)) / 10.0;
  }
  // Exactly so many parts.
  Texts split(std::string_view text, std::string_view between, std::size_t count) {
    Texts parts = parts_of(text, between);
    good_ &= parts.size() == count;
    parts.resize(count);
    return parts;
  }
  std::string_view value(std::string_view text, std::string_view key) {
    const auto value = value_of(text, key);
    good_ &= value.has_value();
    return value.value_or("");
  }
  void check(bool holds) { good_ &= holds; }
  bool good() const { return good_; }

 private:
  bool good_ = true;
};

void read_facts(Fields& in, std::string_view text, int places, Knowledge::Parts& parts) {
  const Texts facts = list_of(text);
  in.check(facts.size() <= parts.facts.size());
  for (const std::string_view fact : facts) {
    const Texts values = in.split(fact, ":", 3);
    if (!in.good()) return;
    const PileFact one{in.card(values[0]), in.byte(values[1], places), in.byte(values[2], places)};
    in.check(one.low <= one.high && one.high < places);
    parts.facts[parts.fact_count++] = one;
  }
}

void read_held(Fields& in, std::string_view text, int seats, Knowledge::Parts& parts) {
  const Texts held = list_of(text);
  in.check(held.size() <= parts.held.size());
  for (const std::string_view one : held) {
    const Texts values = in.split(one, ":", 2);
    if (!in.good()) return;
    const auto seat = static_cast<Seat>(in.number(values[0], seats - 1));
    parts.held[parts.held_count++] = held_card(seat, in.card(values[1]));
  }
}

void read_knowledge(Fields& in, std::string_view text, Puzzle& puzzle) {
  const Texts fields = in.split(text, " ", 6);
  const int seats = puzzle.world.seats;
  puzzle.seat = static_cast<Seat>(in.number(in.value(fields[0], "seat"), seats - 1));
  Knowledge::Parts parts;
  parts.pile_size = in.byte(in.value(fields[1], "cards"), kMaxBox);
  const Texts gone = in.split(in.value(fields[2], "gone"), "/", 2);
  parts.exploded = in.byte(gone[0], kMaxBox);
  parts.imploded = in.byte(gone[1], kMaxBox);
  const Texts peeked =
      in.split(in.value(fields[3], "peeked"), ",", static_cast<std::size_t>(seats));
  for (std::size_t i = 0; i < peeked.size(); ++i) parts.peeked[i] = in.byte(peeked[i], kMaxBox);
  read_facts(in, in.value(fields[4], "facts"), puzzle.world.pile_size, parts);
  read_held(in, in.value(fields[5], "held"), seats, parts);
  puzzle.known = Knowledge(puzzle.seat, seats, parts);
}

void read_proofs(Fields& in, std::string_view text, Puzzle& puzzle) {
  for (const std::string_view one : parts_of(text, " ")) {
    const Texts sides = in.split(one, "=", 2);
    const Texts points = in.split(sides[1], "/", 2);
    puzzle.proofs.push_back({std::string(sides[0]), in.points(points[0]), in.points(points[1])});
  }
}

void read_finders(Fields& in, std::string_view text, Puzzle& puzzle) {
  for (const std::string_view one : parts_of(text, " ")) {
    const Texts sides = in.split(one, "=", 2);
    puzzle.finders.push_back({std::string(sides[0]), in.number(sides[1], 100)});
  }
}

void read_answer_text(Fields& in, std::string_view text, Puzzle& puzzle) {
  const auto rules = puzzle_rules(puzzle.game);
  const auto answer = parse_action(puzzle.world, puzzle.seat, text);
  in.check(rules && answer);
  if (!in.good()) return;
  puzzle.answer = *answer;
  in.check(view_of(puzzle, *rules).legal.has(*answer));
}

std::vector<Puzzle> read_all(std::string_view file) {
  std::vector<Puzzle> puzzles;
  for (const std::string_view line : parts_of(file, "\n")) {
    if (auto puzzle = parse_puzzle(line)) puzzles.push_back(std::move(*puzzle));
  }
  return puzzles;
}

}  // namespace

std::optional<Rules> puzzle_rules(std::string_view game) {
  if (const auto preset = parse_preset(game)) return make_rules(*preset);
  for (const SmallGame& small : small_games()) {
    if (game_name(small) == game) return small_game_rules(small);
  }
  return std::nullopt;
}

View view_of(const Puzzle& puzzle, const Rules& rules) {
  return view(rules, puzzle.world, puzzle.known, puzzle.seat);
}

std::string puzzle_text(const Puzzle& puzzle) {
  std::string text = puzzle.game;
  for (const std::string& part : {state_text(puzzle.world), knowledge_text(puzzle),
                                  action_text(puzzle.world, puzzle.seat, puzzle.answer),
                                  proofs_text(puzzle.proofs), finders_text(puzzle.finders)}) {
    text += std::string(kBetween) + part;
  }
  return text;
}

std::optional<Puzzle> parse_puzzle(std::string_view line) {
  const Texts parts = parts_of(line, kBetween);
  if (parts.size() != kParts) return std::nullopt;
  const auto world = parse_state(parts[1]);
  if (!world) return std::nullopt;
  Puzzle puzzle{.game = std::string(parts[0]), .world = *world};
  Fields in;
  read_knowledge(in, parts[2], puzzle);
  if (!in.good()) return std::nullopt;
  read_answer_text(in, parts[3], puzzle);
  read_proofs(in, parts[4], puzzle);
  read_finders(in, parts[5], puzzle);
  if (!in.good()) return std::nullopt;
  return puzzle;
}

const std::vector<Puzzle>& all_puzzles() {
  static const std::vector<Puzzle> puzzles = read_all(puzzles_file());
  return puzzles;
}

const Puzzle& puzzle_of_day(std::chrono::sys_days day) {
  const auto days = static_cast<long>(day.time_since_epoch().count());
  const auto count = static_cast<long>(all_puzzles().size());
  return all_puzzles()[static_cast<std::size_t>((days % count + count) % count)];
}

PuzzleReason reason_of(const Puzzle& puzzle, const Rules& rules, const View& v) {
  const int percent =
      puzzle.proofs.empty() ? 0 : static_cast<int>(puzzle.proofs.front().best + 0.5);
  const Reason reason = reason_for(rules, v, puzzle.answer, {Why::Foreseen, percent}, 1);
  const bool in_words = reason.why != Why::Foreseen && reason.why != Why::Forced;
  if (!in_words && is_safest(next_kittens(rules, v), v.viewer, puzzle.answer)) {
    return {std::string("ui/") + "puzzle_others_draw", percent, true};
  }
  return {reason_key(reason.why), reason.percent, in_words};
}

int difficulty(const Puzzle& puzzle) {
  int found = 0;
  for (const Finder& finder : puzzle.finders) found += finder.percent;
  const int mean = puzzle.finders.empty() ? 0 : found / static_cast<int>(puzzle.finders.size());
  return std::clamp(5 - mean / 18, 1, 5);
}

}  // namespace nl
