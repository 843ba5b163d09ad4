// Full-screen replay of a record.
#pragma once

#include <istream>

#include "engine/seat.h"
#include "text/words.h"

namespace nl {

// True if this program was built with a full screen, and there is a terminal to draw it on.
bool full_screen_possible();

// There was no game in the record.
inline constexpr int kNothingToReplay = 2;

// As `viewer` sees it: a seat, or kEveryone for all cards open. Gives the exit status: 0, 1 where
// the record goes another way than the rules (said on the screen), kNothingToReplay, 130 when
// interrupted. Throws RecordError if a line is no line of a record.
int replay_on_screen(std::istream& record, Language language, Seat viewer);

}  // namespace nl
