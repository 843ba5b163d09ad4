// Statistics of one answer over imagined games.
#pragma once

#include "engine/action.h"

namespace nl {

struct Tried {
  Action action{};
  int games = 0;
  double wins = 0;

  int percent() const { return games > 0 ? static_cast<int>(wins * 100 / games + 0.5) : 0; }
};

}  // namespace nl
