// Durations in words.
#pragma once

#include <string>

#include "game/time.h"
#include "text/words.h"

namespace nl {

// Days and hours, hours and minutes, or minutes.
std::string span_words(Time span, const Words& w);
// Time left, as part of a line and as a sentence; in words from ten minutes on.
std::string left_words(Time left, const Words& w);
std::string left_sentence(Time left, const Words& w);

}  // namespace nl
