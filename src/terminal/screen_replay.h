// Replay of a record on an open full screen.
#pragma once

#include <functional>
#include <istream>

#include "terminal/screen_stage.h"

namespace nl {

// Background work beside a page: news from this file are taken; false ends the page.
struct Meanwhile {
  int listen_to = -1;
  std::function<bool()> take_news{};
};

// Stop::Quit where it was left, and where there is no game in the record.
Stop replay_on(Terminal& tty, std::istream& record, Language language, Seat viewer,
               const Meanwhile& meanwhile = {});

}  // namespace nl
