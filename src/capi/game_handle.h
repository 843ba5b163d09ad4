// What an nl_game is inside.
#pragma once

#include "capi/game.h"

struct nl_game {
  nl::capi::Game game;
};

namespace nl::capi {

Game& given(nl_game* game);
const Game& given(const nl_game* game);

}  // namespace nl::capi
