// Records of random games, for checkers and golden files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"

namespace nl {

// Random legal play to the end. `forfeit_percent`: chance of a forfeit per 100 steps; zero draws no
// random number for it.
template <RandomSource Random>
void play_at_random(Game<Random>& game, Stream choices, std::optional<int> forfeit_percent = {}) {
  const auto below = [&](int n) {
    return static_cast<int>(bounded(choices, static_cast<std::uint32_t>(n)));
  };
  while (!game.over()) {
    if (forfeit_percent && below(100) < *forfeit_percent) {
      game.forfeit(pick_seat(choices, game.alive()));
      continue;
    }
    const Seat seat = game.next_asked();
    const ActionSet& actions = game.legal(seat);
    game.submit(seat, actions.nth(below(actions.size())), game.decision(seat));
  }
}

// The lines of one game of random legal play. The same seed and number give the same game.
std::vector<std::string> random_record(const Header& header, std::uint64_t seed, std::uint64_t game,
                                       RecordDetail detail = {});

}  // namespace nl
