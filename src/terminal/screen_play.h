// Local session on the full screen: start page, games one after another.
#pragma once

#include "terminal/game_choice.h"

namespace nl {

// The same session as play_plain(), drawn; the same exit statuses. Throws FileError and RecordError
// where a file can't be used. The terminal is as it was when this returns or throws.
int play_on_screen(const PlayOptions& options);

// The first game, by itself. Throws Stopped where it is interrupted.
void learn_on_screen(Language language);

}  // namespace nl
