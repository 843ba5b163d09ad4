// Subcommand `bench`: engine speed and hashes.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <memory>

#include "app/commands.h"
#include "engine/random_play.h"

namespace nl {
namespace {

struct Speed {
  std::uint64_t decisions = 0;
  double seconds = 0;
  double millions() const { return static_cast<double>(decisions) / seconds / 1e6; }
};

template <class Game>
Speed measure(int games, Game game) {
  const std::clock_t start = std::clock();  // processor time, which neighbours disturb less
  Speed speed;
  for (int i = 0; i < games; ++i) speed.decisions += game(static_cast<std::uint64_t>(i));
  speed.seconds = static_cast<double>(std::max<std::clock_t>(std::clock() - start, 1)) /
                  static_cast<double>(CLOCKS_PER_SEC);
  return speed;
}

void print_bench(int games) {
  constexpr Rules rules = make_rules(kDefaultPreset);
  const auto slots = std::make_unique<ObservationSlots>();
  std::printf("players  rollouts, M decisions/s  with observations, M decisions/s\n");
  for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
    const Speed bare =
        measure(games, [&](std::uint64_t g) { return play_rollout(rules, seats, kHashSeed, g); });
    const Speed seen = measure(
        games, [&](std::uint64_t g) { return play_observed(rules, seats, kHashSeed, g, *slots); });
    std::printf("%7d  %24.2f  %32.2f\n", seats, bare.millions(), seen.millions());
  }
  std::printf("Bench: %016" PRIx64 " %016" PRIx64 "\n", engine_hash(),
              engine_hash(kHashGames, kLaterBoxes));
}

}  // namespace

void add_bench(CLI::App& program) {
  auto* command = program.add_subcommand("bench", "Prints the engine's two hashes and its speed");
  auto games = std::make_shared<int>(20000);
  command->add_option("--games", *games, "games a line")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  command->callback([games] { print_bench(*games); });
}

}  // namespace nl
