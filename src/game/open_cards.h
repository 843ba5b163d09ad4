// Unredacted access to a game, all cards open. Only for records, hashes and replays of finished
// games; everything else uses GameSoFar::view().
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
