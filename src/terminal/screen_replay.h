// Replay of a record on an open full screen.
#pragma once

#include <functional>
#include <istream>

#include "terminal/screen_stage.h"

namespace nl {

// Background task of a page: reads news from this file; false ends the page.
struct Meanwhile {
  int listen_to = -1;
  std::function<bool()> take_news{};
};

// Returns Stop::Quit when left, and for a record without a game.
Stop replay_on(Terminal& tty, std::istream& record, Language language, Seat viewer,
               const Meanwhile& meanwhile = {});

}  // namespace nl
