// Tests of the built-in puzzles: their lines can be read, and their answers are best.
#include <gtest/gtest.h>

#include <set>

#include "arena/exact_values.h"
#include "arena/small_games.h"
#include "bots/ismcts.h"
#include "bots/position_value.h"
#include "coach/next_kitten.h"
#include "coach/puzzle_maker.h"

namespace nl {
namespace {

TEST(Puzzles, REV_2_EveryLineIsOneAndThereIsAYearOfThem) {
  std::set<std::string> different;
  for (const Puzzle& puzzle : all_puzzles()) {
    const std::string line = puzzle_text(puzzle);
    different.insert(line);
    EXPECT_NE(puzzles_file().find(line), std::string_view::npos) << line;
    const auto rules = puzzle_rules(puzzle.game);
    ASSERT_TRUE(rules);
    const View v = view_of(puzzle, *rules);
    EXPECT_TRUE(v.legal.has(puzzle.answer));
    EXPECT_GE(v.legal.size(), 2);
    const int level = difficulty(puzzle);
    EXPECT_TRUE(level >= 1 && level <= 5);
  }
  EXPECT_GE(different.size(), 365U);
  std::size_t lines = 0;
  for (const char c : puzzles_file()) lines += c == '\n' ? 1 : 0;
  const auto comments =
      static_cast<std::size_t>(std::count(puzzles_file().begin(), puzzles_file().end(), '#'));
  EXPECT_EQ(all_puzzles().size(), lines - comments);
}

TEST(Puzzles, REV_4_EveryOneHasThreeAnswersAndAReasonInWords) {
  for (const Puzzle& puzzle : all_puzzles()) {
    const Rules rules = *puzzle_rules(puzzle.game);
    const View v = view_of(puzzle, rules);
    EXPECT_GE(v.legal.size(), kFewestAnswers) << puzzle_text(puzzle);
    EXPECT_TRUE(reason_of(puzzle, rules, v).in_words) << puzzle_text(puzzle);
  }
}

// The figures behind a solution: a kitten that is known to be on top, and a card that is known not
// to be one.
TEST(Puzzles, REV_4_TheSolutionTellsWhoDrawsTheNextKitten) {
  int safe = 0;
  for (const Puzzle& puzzle : all_puzzles()) {
    const Rules rules = *puzzle_rules(puzzle.game);
    const View v = view_of(puzzle, rules);
    const Card top = v.known.at(0);
    const bool draws = v.legal.has(word(Verb::Draw));
    if (!draws || top == kNoCard) continue;
    const auto rows = next_kittens(rules, v);
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(v.legal.size()));
    for (const NextKitten& row : rows) {
      int sum = 0;
      for (const int percent : row.percent) sum += percent;
      EXPECT_LE(sum, 102);
      if (row.answer != word(Verb::Draw) || top != Card::Exploding) continue;
      EXPECT_EQ(row.percent[v.viewer], 100) << puzzle_text(puzzle);
    }
    ++safe;
  }
  EXPECT_GT(safe, 0);
}

TEST(Puzzles, REV_4_AnAnswerIsSafestOnlyByAClearMargin) {
  const Action draw = word(Verb::Draw);
  const Action pass = word(Verb::Pass);
  const std::vector<NextKitten> rows{{draw, {40, 60}}, {pass, {40 + kClearlySafer, 50}}};
  EXPECT_TRUE(is_safest(rows, 0, draw));
  EXPECT_FALSE(is_safest(rows, 0, pass));
  EXPECT_FALSE(is_safest({{draw, {40, 60}}, {pass, {39 + kClearlySafer, 50}}}, 0, draw));
  EXPECT_FALSE(is_safest({}, 0, draw));
}

// By the margin that docs/play/coach.md states, and by two ways or exactly.
TEST(Puzzles, REV_2_OneAnswerIsClearlyBest) {
  for (const Puzzle& puzzle : all_puzzles()) {
    const bool exact = puzzle.proofs.front().way == "exact";
    EXPECT_EQ(puzzle.proofs.size(), exact ? 1U : 2U);
    EXPECT_EQ(exact, puzzle.game != "official");
    for (const Proof& proof : puzzle.proofs) {
      EXPECT_GE(proof.best - proof.next, kClearly * 100 - 0.11) << puzzle_text(puzzle);
    }
  }
}

// The exact ones of a game that is solved in no time, all of them; of the others a few, with less
// effort.
TEST(Puzzles, REV_2_TheyStillHaveTheirAnswers) {
  const std::string game = "SSAF(1)";
  const Rules rules = *puzzle_rules(game);
  std::size_t met = 0;
  for_each_exact_set(rules, {}, [&](const ExactSet& set) {
    if (set.reach < 1e-4) return;
    for (const Puzzle& puzzle : all_puzzles()) {
      if (puzzle.game != game || puzzle.seat != set.view.viewer) continue;
      const View v = view_of(puzzle, rules);
      if (!(v.known == set.view.known) || v.hand != set.view.hand ||
          v.discard != set.view.discard || v.owed != set.view.owed || v.turn != set.view.turn ||
          v.phase() != set.view.phase()) {
        continue;
      }
      const auto best = std::max_element(set.wins.begin(), set.wins.end()) - set.wins.begin();
      EXPECT_EQ(set.view.legal.nth(static_cast<int>(best)), puzzle.answer) << puzzle_text(puzzle);
      ++met;
    }
  });
  EXPECT_GT(met, 0U);

  int asked = 0;
  for (const Puzzle& puzzle : all_puzzles()) {
    if (puzzle.game != "official" || asked == 5) continue;
    const Rules base = *puzzle_rules(puzzle.game);
    const View v = view_of(puzzle, base);
    const Weighing foreseen = weigh_moves(Judge(base, Yardstick::Foresight), v, 12, 5);
    EXPECT_EQ(foreseen.moves.front().action, puzzle.answer) << puzzle_text(puzzle);
    ++asked;
  }
  EXPECT_EQ(asked, 5);
}

TEST(Puzzles, REV_2_ALineThatIsWrongIsNoPuzzle) {
  const std::string line = puzzle_text(all_puzzles().front());
  ASSERT_TRUE(parse_puzzle(line));
  EXPECT_FALSE(parse_puzzle(""));
  EXPECT_FALSE(parse_puzzle("# Puzzles"));
  EXPECT_FALSE(parse_puzzle(line + " | more"));
  for (std::size_t cut = 1; cut < line.size(); cut += 7) {
    const auto part = parse_puzzle(std::string_view(line).substr(0, cut));
    EXPECT_FALSE(part && part->finders.size() == 5) << cut;
  }
  Stream chance(5);
  for (int i = 0; i < 3000; ++i) {
    std::string bent = line;
    const std::size_t at = bounded(chance, static_cast<std::uint32_t>(line.size()));
    bent[at] = static_cast<char>(' ' + bounded(chance, 95));
    if (const auto puzzle = parse_puzzle(bent)) {
      EXPECT_TRUE(view_of(*puzzle, *puzzle_rules(puzzle->game)).legal.has(puzzle->answer));
    }
  }
}

TEST(Puzzles, REV_2_AreMadeTheSameFromTheSameSeed) {
  std::vector<std::string> twice[2];
  for (auto& lines : twice) {
    make_exact_puzzles("SSAF(0)", 2, 3,
                       [&](const Puzzle& puzzle) { lines.push_back(puzzle_text(puzzle)); });
  }
  EXPECT_FALSE(twice[0].empty());
  EXPECT_EQ(twice[0], twice[1]);
}

}  // namespace
}  // namespace nl
