// Daily puzzle in plain lines, with the streak of days solved, which is saved beside the games.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "coach/puzzle.h"
#include "terminal/console.h"

namespace nl {

using Day = std::chrono::year_month_day;

std::string day_text(Day day);  // 2026-11-16
std::optional<Day> parse_day(std::string_view text);
Day today();  // in this machine's time zone

// Answers by day; the first one counts.
class Streak {
 public:
  // An empty path stores nothing. Invalid lines are skipped.
  explicit Streak(std::filesystem::path file);

  void add(Day day, bool right);
  // Number of consecutive solved days up to this one, which may lie ahead.
  int days(Day until) const;

 private:
  std::optional<bool> answered(Day day) const;

  std::filesystem::path file_;
  std::vector<std::pair<Day, bool>> answers_;
};

// $XDG_DATA_HOME/ninelives/puzzles, or the same in the home folder; empty if there is neither.
std::filesystem::path default_streak_file();

// Shows the position, asks, and explains the solution. True if it was solved; throws Stopped at the
// end of input or if the player leaves.
bool play_puzzle(Console& console, const Puzzle& puzzle, const std::string& title,
                 Language language);

// Plays today's puzzle with its streak; an empty path stores none.
void play_todays_puzzle(Console& console, const std::filesystem::path& streak, Language language);

}  // namespace nl
