#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <memory>

#include "app/commands.h"
#include "engine/fingerprint.h"

namespace nl {
namespace {

struct Speed {
  long decisions = 0;
  double seconds = 0;
  double millions() const { return static_cast<double>(decisions) / seconds / 1e6; }
};

// Random legal play with nobody watching.
long play_out(const Rules& rules, int seats, std::uint64_t game) {
  SeededSource random(kHashSeed, game);
  Stream choices(game);
  NullSink sink;
  State s = new_game(rules, seats, random, sink);
  long decisions = 0;
  for (; !s.over(); ++decisions) {
    const Seat seat = next_actor(s);
    const ActionSet actions = legal(rules, s, seat);
    const auto choice = bounded(choices, static_cast<std::uint32_t>(actions.size()));
    apply_legal(rules, s, seat, actions.nth(static_cast<int>(choice)), random, sink);
  }
  return decisions;
}

template <class Game>
Speed measure(int games, Game game) {
  const auto start = std::chrono::steady_clock::now();
  Speed speed;
  for (int i = 0; i < games; ++i) speed.decisions += game(static_cast<std::uint64_t>(i));
  speed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return speed;
}

void print_bench(int games) {
  const Rules rules = make_rules(kDefaultPreset);
  std::printf("players  rollouts, M decisions/s  with observations, M decisions/s\n");
  for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
    const Speed bare = measure(games, [&](std::uint64_t g) { return play_out(rules, seats, g); });
    const Speed seen = measure(games / 4 + 1, [&](std::uint64_t g) {
      return fingerprint_game(rules, seats, kHashSeed, g).decisions;
    });
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
