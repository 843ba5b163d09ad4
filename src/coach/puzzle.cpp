// Parser, writer and checks of puzzles.
#include "coach/puzzle.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "arena/small_games.h"
#include "bots/hint.h"
#include "coach/next_kitten.h"
#include "engine/make_view.h"
#include "text/field_reader.h"
#include "text/knowledge_text.h"
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

void read_proofs(FieldReader& in, std::string_view text, Puzzle& puzzle) {
  for (const std::string_view one : parts_of(text, " ")) {
    const Texts sides = in.split(one, "=", 2);
    const Texts points = in.split(sides[1], "/", 2);
    puzzle.proofs.push_back({std::string(sides[0]), in.points(points[0]), in.points(points[1])});
  }
}

void read_finders(FieldReader& in, std::string_view text, Puzzle& puzzle) {
  for (const std::string_view one : parts_of(text, " ")) {
    const Texts sides = in.split(one, "=", 2);
    puzzle.finders.push_back({std::string(sides[0]), in.number(sides[1], 100)});
  }
}

void read_answer_text(FieldReader& in, std::string_view text, Puzzle& puzzle) {
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
  for (const std::string& part :
       {state_text(puzzle.world), knowledge_text(puzzle.known, puzzle.seat, puzzle.world.seats),
        action_text(puzzle.world, puzzle.seat, puzzle.answer), proofs_text(puzzle.proofs),
        finders_text(puzzle.finders)}) {
    text += std::string(kBetween) + part;
  }
  return text;
}

std::optional<Puzzle> parse_puzzle(std::string_view line) {
  const Texts parts = parts_of(line, kBetween);
  if (parts.size() != kParts) return std::nullopt;
  const auto world = parse_state(parts[1]);
  if (!world) return std::nullopt;
  const auto known = parse_knowledge(parts[2], *world);
  if (!known) return std::nullopt;
  Puzzle puzzle{
      .game = std::string(parts[0]), .world = *world, .known = known->known, .seat = known->seat};
  FieldReader in;
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
