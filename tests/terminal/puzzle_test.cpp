// Tests of the puzzle of the day at a terminal.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "terminal/has.h"
#include "terminal/puzzle_player.h"
#include "terminal/question.h"
#include "terminal/script.h"

namespace nl {
namespace {

Day day(const char* text) { return *parse_day(text); }

TEST(Puzzle, REV_2_EveryDayHasItsOwnForAYear) {
  std::set<const Puzzle*> seen;
  auto at = std::chrono::sys_days(day("2026-11-16"));
  for (int i = 0; i < 365; ++i, at += std::chrono::days(1)) seen.insert(&puzzle_of_day(at));
  EXPECT_EQ(seen.size(), 365U);
  EXPECT_EQ(&puzzle_of_day(day("2026-11-16")), &puzzle_of_day(day("2026-11-16")));
  EXPECT_NO_THROW(puzzle_of_day(day("1965-01-01")));
}

TEST(Puzzle, REV_2_DatesAreReadAndNonsenseIsNone) {
  EXPECT_EQ(day_text(day("2026-02-28")), "2026-02-28");
  for (const char* text : {"", "2026-2-8", "2026-02-30", "2026-13-01", "2026/11/16", "20261116",
                           "2026-11-1x", "-026-11-16", "2026-11-166"}) {
    EXPECT_FALSE(parse_day(text)) << text;
  }
}

struct Answered {
  bool right = false;
  std::string text;
};

Answered answered(const Puzzle& puzzle, const std::string& lines, Language language) {
  std::istringstream in(lines);
  StreamInput input(in);
  std::ostringstream out;
  Console console(input, out, false);
  const bool right = play_puzzle(console, puzzle, "title", language);
  return {right, out.str()};
}

// Line that a player types to give that answer.
std::string typed(const Rules& rules, const View& v, Action action) {
  const std::vector<std::string> names(static_cast<std::size_t>(v.seats), "somebody");
  const Question question = question_for(rules, v, {.w = words(Language::English), .names = names});
  if (question.range) return std::to_string(action.number());
  for (const Choice& choice : question.choices) {
    if (choice.action == action) return std::to_string(choice.number);
  }
  return "none";
}

TEST(Puzzle, REV_2_SaysWhatIsRightAndWhy) {
  int other_answers = 0;
  for (std::size_t i = 0; i < all_puzzles().size(); i += 20) {
    const Puzzle& puzzle = all_puzzles()[i];
    const Rules rules = *puzzle_rules(puzzle.game);
    const View v = view_of(puzzle, rules);
    const std::string answer = typed(rules, v, puzzle.answer);
    for (const Language language : all_languages()) {
      const Words& w = words(language);
      const Answered right = answered(puzzle, "nonsense\nhint\nodds\n" + answer + '\n', language);
      EXPECT_TRUE(right.right) << puzzle_text(puzzle) << '\n' << right.text;
      EXPECT_TRUE(has(right.text, w.ui("puzzle_no_hint")));
      EXPECT_FALSE(has(right.text, "{")) << right.text;
      const Action other = v.legal.nth(0) == puzzle.answer ? v.legal.nth(1) : v.legal.nth(0);
      const Answered wrong = answered(puzzle, typed(rules, v, other) + '\n', language);
      EXPECT_FALSE(wrong.right);
      ++other_answers;
    }
  }
  EXPECT_GT(other_answers, 30);
}

TEST(Puzzle, REV_2_AStreakCountsDaysInARowAndTheFirstAnswer) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / "nl_streak" / "puzzles";
  std::filesystem::remove_all(file.parent_path());
  EXPECT_EQ(Streak(file).days(day("2026-11-16")), 0);
  Streak(file).add(day("2026-11-14"), true);
  Streak(file).add(day("2026-11-15"), true);
  EXPECT_EQ(Streak(file).days(day("2026-11-16")), 2);  // today's is still to come
  Streak(file).add(day("2026-11-16"), false);
  Streak(file).add(day("2026-11-16"), true);  // too late
  EXPECT_EQ(Streak(file).days(day("2026-11-16")), 0);
  Streak(file).add(day("2026-11-17"), true);
  EXPECT_EQ(Streak(file).days(day("2026-11-17")), 1);
  EXPECT_EQ(Streak(file).days(day("2026-11-19")), 0);
  std::ofstream(file, std::ios::app) << "nonsense right\n2026-11-18 perhaps\n";
  EXPECT_EQ(Streak(file).days(day("2026-11-17")), 1);
  Streak nowhere("");
  nowhere.add(day("2026-11-16"), true);
  EXPECT_EQ(nowhere.days(day("2026-11-16")), 1);
  std::filesystem::remove_all(file.parent_path());
}

}  // namespace
}  // namespace nl
