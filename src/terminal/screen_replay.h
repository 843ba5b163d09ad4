// Steps through a record on a screen that is open already.
#pragma once

#include <istream>

#include "terminal/screen_stage.h"
#include "terminal/tty.h"

namespace nl {

// Stop::Quit where it was left, and where there is no game in the record.
Stop replay_on(Tty& tty, std::istream& record, Language language, Seat viewer);

}  // namespace nl
