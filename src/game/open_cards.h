// The truth of a game, all cards open. Records, hashes and replays of finished games may look;
// players, bots, screens of running games, messages and logs get GameSoFar::view().
#pragma once

#include "game/game.h"

namespace nl {

class OpenCards {
 public:
  static const State& state(const GameSoFar& game) { return game.state_; }
  static const std::array<Knowledge, kViewers>& known(const GameSoFar& game) {
    return game.viewers_.known();
  }
};

}  // namespace nl
