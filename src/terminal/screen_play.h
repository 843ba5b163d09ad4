// Local session on the full screen: start page, games one after another.
#pragma once

#include "terminal/game_choice.h"

namespace nl {

// The same session as play_plain(), drawn, with the same exit statuses. Throws FileError and
// RecordError for an unusable file. Restores the terminal when it returns or throws.
int play_on_screen(const PlayOptions& options);

// Plays one game; true if it reached its end. Throws Stopped if it is interrupted.
bool learn_on_screen(Language language);

// The puzzle of the day as a page. Throws Stopped if it is interrupted.
void puzzle_on_screen(const std::filesystem::path& streak, Language language);

}  // namespace nl
