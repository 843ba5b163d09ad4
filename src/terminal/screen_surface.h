// Full-screen surface of a local session.
#pragma once

#include "terminal/play.h"
#include "terminal/screen_dialogue.h"

namespace nl {

// All arguments must outlive it.
Surface screen_surface(Terminal& tty, ScreenDialogue& dialogue, Console& console,
                       const PlayOptions& options);

}  // namespace nl
