// Subcommands `solve` and `exploit`: exact values of small games.
#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "app/commands.h"
#include "app/options.h"
#include "arena/exploit.h"
#include "arena/small_games.h"
#include "arena/small_log.h"
#include "arena/team_value.h"
#include "bots/bot.h"

namespace nl {
namespace {

struct SolveOptions {
  std::string deck;  // empty: all twelve
  int deal = 0;
  std::vector<std::string> bots;
  std::size_t largest = 100'000;  // limit of information sets for bots that are sampled at each
  double points = 0.1;
  int hunt = 0;  // tries of a search against the bot; 0: none
  bool team = false;
  std::string log;  // empty: none
  ExploitLimits limits;
};

SolveLimits limits_of(const SolveOptions& options) {
  SolveLimits limits = options.limits.solve;
  limits.exploitability = options.points / 100;
  return limits;
}

std::string fixed(double number, int digits) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(digits) << number;
  return out.str();
}

Rules rules_of(SmallGame game, int players = 2) {
  const auto rules = small_game_rules(game, players);
  if (rules) return *rules;
  throw ProgramError(kExitBadInput, game_name(game) +
                                        ": the deck is made of the letters S A F H N V C, and "
                                        "must be enough for the deal");
}

template <class Visit>
void for_each_game(const SolveOptions& options, Visit visit) {
  if (!options.deck.empty()) return visit(SmallGame{options.deck, options.deal});
  for (const SmallGame& game : small_games()) visit(game);
}

// `second`: width of the second column.
void print_row(const std::vector<std::string>& cells, int second = 12) {
  const std::array<int, 6> widths{12, second, 10, 10, 10, 10};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::cout << (i == 0 ? std::left : std::right) << std::setw(widths[i]) << cells[i];
  }
  std::cout << std::endl;
}

// Log of earlier results, which are not computed again.
class FoundLog {
 public:
  explicit FoundLog(const std::string& file) : file_(file) {
    if (file.empty()) return;
    std::ifstream before(file);
    found_ = read_small_log(before);
  }
  const SmallLog& found() const { return found_; }
  template <class Line>
  void add(const Line& line) {
    if (file_.empty()) return;
    std::ofstream log(file_, std::ios::app);
    if (!log) throw ProgramError(kExitBadInput, file_ + " can't be written");
    log << to_line(line) << '\n';
  }

 private:
  std::string file_;
  SmallLog found_;
};

SolvedGame solve_game(SmallGame small, const SolveOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  const SolveLimits limits = limits_of(options);
  const SequenceGame game = sequence_game(rules_of(small));
  Solver solver(game, limits.threads);
  const Solution solution = solve(solver, limits);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {game_name(small),
          game.trees[0].sets.size() + game.trees[1].sets.size(),
          solution.value,
          solution.exploitability * 100,
          solution.iterations,
          seconds.count(),
          static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC,
          limits.threads};
}

void solve_games(const SolveOptions& options) {
  FoundLog log(options.log);
  print_row({"game", "sets", "value", "points", "rounds", "seconds"});
  for_each_game(options, [&](SmallGame small) {
    const auto& before = log.found().solved;
    const auto found = std::find_if(before.begin(), before.end(), [&](const SolvedGame& one) {
      return one.game == game_name(small);
    });
    const bool known = found != before.end();
    const SolvedGame one = known ? *found : solve_game(small, options);
    if (!known) log.add(one);
    print_row({one.game, std::to_string(one.sets), fixed(one.value, 4), fixed(one.points, 3),
               std::to_string(one.rounds), fixed(one.seconds, 1)});
  });
}

ExploitedBot exploit_in(const std::string& bot, SmallGame small, const SolveOptions& options) {
  ExploitLimits limits = options.limits;
  limits.solve = limits_of(options);
  const Exploited found = exploit(bot, rules_of(small), limits);
  return {bot, game_name(small), found.against_best_play * 100, found.exploitability * 100,
          limits.samples};
}

// The small games for three that take seconds.
constexpr std::array<SmallGame, 5> kTeamGames{
    {{"S", 0}, {"SA", 0}, {"SAF", 0}, {"SSA", 1}, {"SAN", 1}}};

// The bot's share of wins against two that play together, in games for three.
void play_teams(const SolveOptions& options) {
  print_row({"game", "bot", "sets", "together", "apart"});
  const auto play = [&](SmallGame small) {
    const Rules rules = rules_of(small, 3);
    for (const std::string& bot : options.bots) {
      const TeamValue value = team_value(bot, rules, {.samples = options.limits.samples});
      print_row({game_name(small), bot, std::to_string(value.sets), fixed(value.shared * 100, 2),
                 fixed(value.apart_most * 100, 2)});
    }
  };
  if (!options.deck.empty()) return play({options.deck, options.deal});
  for (const SmallGame& small : kTeamGames) play(small);
}

void exploit_bots(const SolveOptions& options) {
  for (const std::string& bot : options.bots) {
    if (make_bot(bot, 1) == nullptr) {
      throw ProgramError(kExitBadInput, "there is no bot '" + bot + "'");
    }
  }
  if (options.team) return play_teams(options);
  FoundLog log(options.log);
  int width = 12;
  for (const std::string& bot : options.bots) width = std::max(width, static_cast<int>(bot.size()));
  std::vector<std::string> head{"game", "bot", "scores", "loses"};
  if (options.hunt > 0) head.push_back("hunted");
  print_row(head, width);
  for_each_game(options, [&](SmallGame small) {
    if (small.sets > options.largest) return;
    for (const std::string& bot : options.bots) {
      const ExploitedBot* before = log.found().find(bot, game_name(small));
      const ExploitedBot one = before != nullptr ? *before : exploit_in(bot, small, options);
      if (before == nullptr) log.add(one);
      std::vector<std::string> row{one.game, one.bot, fixed(one.scores, 2), fixed(one.loses, 2)};
      if (options.hunt > 0) {
        const int samples = options.limits.samples;
        row.push_back(fixed(found_by_search(bot, rules_of(small), options.hunt, samples) * 100, 2));
      }
      print_row(row, width);
    }
  });
}

void add_limits(CLI::App& command, SolveOptions& options) {
  SolveLimits& limits = options.limits.solve;
  limits.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  command.add_option("--points", options.points, "stop when nobody can win more points than this")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--seconds", limits.seconds, "… or after this time")->capture_default_str();
  command.add_option("--threads", limits.threads, "threads")->check(CLI::PositiveNumber);
  command.add_option("--log", options.log,
                     "results are added to it; what it has is not looked for again");
  command.add_option("--deal", options.deal, "cards dealt to each, besides the Defuse")
      ->capture_default_str();
}

}  // namespace

void add_solve(CLI::App& program) {
  auto* command = program.add_subcommand("solve", "Solves small games exactly");
  auto options = std::make_shared<SolveOptions>();
  command->add_option("deck", options->deck,
                      "letters: Skip, Attack, see the Future, sHuffle, Nope, faVor, Cat; none: the "
                      "twelve");
  add_limits(*command, *options);
  command->callback([options] { solve_games(*options); });
}

void add_exploit(CLI::App& program) {
  auto* command =
      program.add_subcommand("exploit", "Shows a bot's exploitability in games solved exactly");
  auto options = std::make_shared<SolveOptions>();
  command->add_option("bot", options->bots, "bots: random, counting, ismcts:400, …")->required();
  command->add_option("--deck", options->deck, "one game; none: those that are small enough");
  command->add_option("--largest", options->largest, "information sets of the largest game")
      ->capture_default_str();
  command
      ->add_option("--samples", options->limits.samples,
                   "answers asked for at each information set")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--hunt", options->hunt,
                   "also what a search of so many tries wins from it (hunt:BOT:TRIES)")
      ->check(CLI::PositiveNumber);
  command->add_flag("--team", options->team,
                    "with three players: the bot's wins in % against two that play together");
  add_limits(*command, *options);
  command->callback([options] { exploit_bots(*options); });
}

}  // namespace nl
