#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "app/commands.h"
#include "app/options.h"
#include "app/table_text.h"
#include "arena/exploit.h"
#include "arena/small_games.h"
#include "bots/bot.h"

namespace nl {
namespace {

struct SolveOptions {
  std::string deck;  // empty: all twelve
  int deal = 0;
  std::string bot;
  std::size_t largest = 100'000;  // information sets, where a bot is asked at each
  double points = 0.1;
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

Rules rules_of(SmallGame game) {
  const auto rules = small_game_rules(game);
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

void print_row(const std::vector<std::string>& cells) {
  constexpr std::array<int, 6> kWidths{12, 10, 10, 10, 10, 10};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::cout << (i == 0 ? std::left : std::right) << std::setw(kWidths[i]) << cells[i];
  }
  std::cout << std::endl;
}

void solve_games(const SolveOptions& options) {
  print_row({"game", "sets", "value", "points", "rounds", "seconds"});
  for_each_game(options, [&](SmallGame small) {
    const auto start = std::chrono::steady_clock::now();
    const SequenceGame game = sequence_game(rules_of(small));
    Solver solver(game, options.limits.solve.threads);
    const Solution solution = solve(solver, limits_of(options));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_row({game_name(small),
               std::to_string(game.trees[0].sets.size() + game.trees[1].sets.size()),
               fixed(solution.value, 4), fixed(solution.exploitability * 100, 3),
               std::to_string(solution.iterations), fixed(seconds.count(), 1)});
  });
}

void exploit_bot(const SolveOptions& options) {
  if (make_bot(options.bot, 1) == nullptr) {
    throw ProgramError(kExitBadInput, "there is no bot '" + options.bot + "'");
  }
  print_row({"game", "sets", "value", "scores", "loses"});
  for_each_game(options, [&](SmallGame small) {
    if (small.sets > options.largest) return;
    ExploitLimits limits = options.limits;
    limits.solve = limits_of(options);
    const Exploited found = exploit(options.bot, rules_of(small), limits);
    print_row({game_name(small), std::to_string(found.sets), fixed(found.value, 4),
               fixed(found.against_best_play * 100, 2), fixed(found.exploitability * 100, 2)});
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
      program.add_subcommand("exploit", "Shows what a bot gives away in games solved exactly");
  auto options = std::make_shared<SolveOptions>();
  command->add_option("bot", options->bot, "a bot: random, counting, ismcts:400, …")->required();
  command->add_option("deck", options->deck, "one game; none: those that are small enough");
  command->add_option("--largest", options->largest, "information sets of the largest game")
      ->capture_default_str();
  command
      ->add_option("--samples", options->limits.samples,
                   "answers asked for at each information set")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_limits(*command, *options);
  command->callback([options] { exploit_bot(*options); });
}

}  // namespace nl
