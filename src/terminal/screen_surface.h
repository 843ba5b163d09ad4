// What the full screen does by itself in a session at one terminal.
#pragma once

#include "terminal/play.h"
#include "terminal/screen_dialogue.h"

namespace nl {

// All that is given must outlive it.
Surface screen_surface(Terminal& tty, ScreenDialogue& dialogue, Console& console,
                       const PlayOptions& options);

}  // namespace nl
