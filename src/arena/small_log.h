// Log of small games, one line of JSON each: a game's solution, or a bot's exploitability in it.
// The tables of the leaderboard come from these lines.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace nl {

// A game at its equilibrium.
struct SolvedGame {
  std::string game;  // SSAF(1)
  std::size_t sets = 0;
  double value = 0;   // wins of the first seat
  double points = 0;  // possible gain beyond it, in hundredths
  int rounds = 0;
  double seconds = 0;    // by the clock
  double processor = 0;  // total seconds of all threads
  int threads = 0;
};

// A bot in a game.
struct ExploitedBot {
  std::string bot;
  std::string game;
  double scores = 0;  // against the equilibrium, over both seats, in points
  double loses = 0;   // against the best response, in points
  int samples = 0;    // number of prompts at each information set
};

// The later of two lines about the same game or bot counts.
struct SmallLog {
  std::vector<SolvedGame> solved{};
  std::vector<ExploitedBot> exploited{};

  const ExploitedBot* find(const std::string& bot, const std::string& game) const;
  // Mean loss over the games that every bot of the log played.
  std::optional<double> mean_loss(const std::string& bot) const;
  std::vector<std::string> bots() const;  // in the order of their first lines
};

std::string to_line(const SolvedGame& solved);
std::string to_line(const ExploitedBot& exploited);

// Unreadable lines are skipped.
SmallLog read_small_log(std::istream& log);

// Solutions of the games, and the bots' losses in them: rows of cells.
std::vector<std::vector<std::string>> solved_table(const SmallLog& log);
std::vector<std::vector<std::string>> exploited_table(const SmallLog& log);

// Both tables, with an explanation each.
void print_small_games(std::ostream& out, const SmallLog& log, bool markdown);

}  // namespace nl
