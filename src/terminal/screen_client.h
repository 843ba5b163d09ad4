// A game on a server on the full screen: the pages of the hot-seat game, fed by what a client
// knows.
#pragma once

#include "terminal/net_play.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_stage.h"

namespace nl {

// A menu as a page. `recent`: what was said last in the room, and what is wrong with the last
// input.
DialoguePage menu_page(const Menu& menu, const Lines& recent, const std::string& keys);

// The running game as its page shows it, at this moment of the caller's clock.
Scene net_scene(const NetSession& session, const Lines& log, std::size_t answered, Time now);

}  // namespace nl
