// Speed of random legal play: official rules, base box, 2 to 5 players. A decision is one action
// chosen from the legal ones by the seat asked. Two ways to play:
//
//   rollout   what search does: the legal actions of every decision, nobody listens
//   observe   what training does: every seat's knowledge folded, and the acting seat's `counting`
//             observation and byte mask written at every decision
//
// Time is processor time. It still depends on the machine and on who else uses it, so a fixed loop
// of integer arithmetic runs beside each measurement; the ratio to it is what can be compared.
// Instructions are counted by count_instructions.sh, which plays a fixed number of games with
// --games and --mode.
#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "engine/random_play.h"
#include "processor_time.h"

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kRepeats = 7;

enum class Mode { Rollout, Observe };

using Batch = nl::ObservationSlots;

std::uint64_t play(Mode mode, int seats, std::uint64_t games, Batch& batch) {
  constexpr nl::Rules rules = nl::make_rules(nl::kDefaultPreset);
  std::uint64_t decisions = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    decisions += mode == Mode::Rollout ? nl::play_rollout(rules, seats, kSeed, game)
                                       : nl::play_observed(rules, seats, kSeed, game, batch);
  }
  return decisions;
}

// The calibration: a chain of dependent multiplications and shifts that no compiler can shorten.
std::uint64_t calibrate(std::uint64_t rounds) {
  std::uint64_t x = rounds;
  for (std::uint64_t i = 0; i < rounds; ++i) x = nl::mix64(x + i);
  return x;
}

struct Rate {
  double per_second;   // decisions
  double calibration;  // rounds of the fixed loop a second, in the same moments
};

Rate measure_once(Mode mode, int seats, std::uint64_t games, Batch& batch) {
  constexpr std::uint64_t kRounds = 10'000'000;
  const double start = processor_seconds();
  volatile std::uint64_t kept = calibrate(kRounds);
  (void)kept;
  const double middle = processor_seconds();
  const std::uint64_t decisions = play(mode, seats, games, batch);
  const double end = processor_seconds();
  return {static_cast<double>(decisions) / (end - middle),
          static_cast<double>(kRounds) / (middle - start)};
}

// The run with the median ratio to the calibration beside it.
Rate measure(Mode mode, int seats, std::uint64_t games, Batch& batch) {
  std::array<Rate, kRepeats> rates;
  for (Rate& rate : rates) rate = measure_once(mode, seats, games, batch);
  const auto middle = rates.begin() + kRepeats / 2;
  std::nth_element(rates.begin(), middle, rates.end(), [](const Rate& a, const Rate& b) {
    return a.per_second / a.calibration < b.per_second / b.calibration;
  });
  return *middle;
}

void print_rates(Batch& batch) {
  constexpr std::uint64_t kGames = 20'000;
  std::printf("mode     players  M decisions/s  M calibration rounds/s  ratio\n");
  for (const Mode mode : {Mode::Rollout, Mode::Observe}) {
    for (int seats = 2; seats <= 5; ++seats) {
      const Rate rate = measure(mode, seats, kGames, batch);
      std::printf("%-8s %7d  %13.2f  %22.1f  %5.3f\n",
                  mode == Mode::Rollout ? "rollout" : "observe", seats, rate.per_second / 1e6,
                  rate.calibration / 1e6, rate.per_second / rate.calibration);
    }
  }
}

int usage() {
  std::fprintf(
      stderr,
      "usage: play                                       decisions a second\n"
      "       play --mode rollout|observe --games N      plays N games for each number\n"
      "                            [--players 2-5]       of players, or for that one, and\n"
      "                                                  prints how many decisions it took\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const auto batch = std::make_unique<Batch>();
  if (argc == 1) {
    print_rates(*batch);
    return 0;
  }
  Mode mode = Mode::Rollout;
  std::uint64_t games = 0;
  int fewest = 2, most = 5;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc) return usage();
    const std::string_view value = argv[i + 1];
    if (option == "--games") {
      games = std::strtoull(argv[i + 1], nullptr, 10);
    } else if (option == "--players" && value.size() == 1 && value >= "2" && value <= "5") {
      fewest = most = value[0] - '0';
    } else if (option == "--mode" && value == "rollout") {
      mode = Mode::Rollout;
    } else if (option == "--mode" && value == "observe") {
      mode = Mode::Observe;
    } else {
      return usage();
    }
  }
  if (games == 0) return usage();
  std::uint64_t decisions = 0;
  for (int seats = fewest; seats <= most; ++seats) decisions += play(mode, seats, games, *batch);
  std::printf("%" PRIu64 "\n", decisions);
  return 0;
}
