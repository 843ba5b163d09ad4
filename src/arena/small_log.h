// Log of small games, one line of JSON each: a game's solution, or the exploitability of a bot in
// it. The tables of the leaderboard are made from these lines.
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
  double processor = 0;  // seconds of it that all threads took together
  int threads = 0;
};

// A bot in a game.
struct ExploitedBot {
  std::string bot;
  std::string game;
  double scores = 0;  // against the equilibrium, over both seats, in points
  double loses = 0;   // to the best answer there is, in points
  int samples = 0;    // number of prompts at each information set
};

// The later of two lines about the same game or bot holds.
struct SmallLog {
  std::vector<SolvedGame> solved{};
  std::vector<ExploitedBot> exploited{};

  const ExploitedBot* find(const std::string& bot, const std::string& game) const;
  // Mean loss over the games in which every bot of the log was asked.
  std::optional<double> mean_loss(const std::string& bot) const;
  std::vector<std::string> bots() const;  // in the order of their first lines
};

std::string to_line(const SolvedGame& solved);
std::string to_line(const ExploitedBot& exploited);

// Lines that can't be read are left out.
SmallLog read_small_log(std::istream& log);

// Solutions of the games, and the bots' losses in them: rows of cells.
std::vector<std::vector<std::string>> solved_table(const SmallLog& log);
std::vector<std::vector<std::string>> exploited_table(const SmallLog& log);

// Both tables, with a sentence each on how to read them.
void print_small_games(std::ostream& out, const SmallLog& log, bool markdown);

}  // namespace nl
