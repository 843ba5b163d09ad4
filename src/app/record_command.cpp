// Subcommand `record`: records of random games.
#include <cstdint>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "fair/fair_record.h"

namespace nl {
namespace {

struct RecordOptions {
  RulesOptions rules;
  int seats = 4;
  std::uint64_t games = 1;
  std::uint64_t seed = 1;
  RecordDetail detail;
  bool fair = false;
};

std::vector<std::string> record_of(const RecordOptions& options, const Header& header,
                                   std::uint64_t game) {
  if (!options.fair) return random_record(header, options.seed, game, options.detail);
  return fair_random_record(header, options.seed, game, {.detail = options.detail});
}

void write_records(const RecordOptions& options) {
  const Header header = chosen_game(options.rules, options.seats, Language::English);
  for (std::uint64_t game = 0; game < options.games; ++game) {
    for (const std::string& line : record_of(options, header, game)) {
      std::cout << line << '\n';
    }
    // The reader may have stopped (head): that is no error.
    if (!std::cout.flush()) return;
  }
}

}  // namespace

void add_record(CLI::App& program) {
  auto* command = program.add_subcommand("record", "Writes records of random games");
  auto options = std::make_shared<RecordOptions>();
  options->rules.add_to(*command);
  command->add_option("--seats", options->seats, "players")->capture_default_str();
  command->add_option("--games", options->games, "how many games")->capture_default_str();
  command->add_option("--seed", options->seed, "the same seed gives the same games")
      ->capture_default_str();
  command->add_flag("--legal", options->detail.legal, "with each action, all that were legal");
  command->add_flag("--full", options->detail.full, "after each action, the whole state");
  command->add_flag("--fair", options->fair,
                    "dealt as a network game that nobody gave a share to: for trying `verify`");
  command->callback([options] { write_records(*options); });
}

}  // namespace nl
