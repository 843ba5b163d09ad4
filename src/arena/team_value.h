// Exact value of a frozen bot against a team, in a small game for three: the share of wins that it
// keeps when the other two seats play together so that it does not win.
#pragma once

#include <cstddef>
#include <string>

#include "engine/rules.h"

namespace nl {

struct TeamLimits {
  int samples = 100;  // answers asked for at each information set of a bot that plays at random
  int starts = 100;   // random plans from which a team without a common hand improves itself
};

// Shares of wins, the mean over the bot's three seats. Against itself a bot wins a third.
struct TeamValue {
  std::size_t sets = 0;   // information sets of the bot and of the team that shares its hands
  double shared = 0;      // the team sees both its hands: the exact minimum
  double apart_most = 0;  // each sees its own hand: not more than this, which plans were found for,
                          // and not less than `shared`
};

// `rules` are those of a small game with three players, and the bot exists.
TeamValue team_value(const std::string& bot, const Rules& rules, const TeamLimits& limits = {});

}  // namespace nl
