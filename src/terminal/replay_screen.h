// Full-screen replay of a record.
#pragma once

#include <istream>

#include "engine/seat.h"
#include "text/words.h"

namespace nl {

// True if this program was built with a full screen and runs in a terminal.
bool full_screen_possible();

// The record has no game.
inline constexpr int kNothingToReplay = 2;

// Shown to `viewer`: a seat, or kEveryone for all cards open. Returns the exit status: 0; 1 if the
// record breaks the rules (shown on the screen); kNothingToReplay; 130 when interrupted. Throws
// RecordError for an invalid line.
int replay_on_screen(std::istream& record, Language language, Seat viewer);

}  // namespace nl
