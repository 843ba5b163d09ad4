// Speed benchmark of the OpenSpiel game: random play through its State, one game after another.
#include <chrono>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

namespace {

// Random games for `seconds`; with `observe` the acting player's observation tensor is read, too.
double DecisionsPerSecond(const open_spiel::Game& game, double seconds, bool observe) {
  using Clock = std::chrono::steady_clock;
  std::mt19937 rng(1);
  std::vector<float> tensor(game.ObservationTensorSize());
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  long decisions = 0;
  while (elapsed() < seconds) {
    std::unique_ptr<open_spiel::State> state = game.NewInitialState();
    while (!state->IsTerminal()) {
      if (state->IsChanceNode()) {
        state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), rng).first);
        continue;
      }
      if (observe) state->ObservationTensor(state->CurrentPlayer(), absl::MakeSpan(tensor));
      const std::vector<open_spiel::Action> legal = state->LegalActions();
      state->ApplyAction(legal[rng() % legal.size()]);
      ++decisions;
    }
  }
  return decisions / elapsed();
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::stod(argv[1]) : 2;
  for (const char* name : {"ninelives(sampled_chance=true)", "ninelives(sampled_chance=true,skip_forced=false)",
                           "ninelives", "ninelives(small_game=SSAF:1)"}) {
    const auto game = open_spiel::LoadGame(name);
    for (const bool observe : {false, true}) {
      std::cout << name << (observe ? ", observed: " : ": ")
                << static_cast<long>(DecisionsPerSecond(*game, seconds, observe)) << " decisions/s" << std::endl;
    }
  }
}
