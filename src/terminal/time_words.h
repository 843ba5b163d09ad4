// How long something takes, as people say it.
#pragma once

#include <string>

#include "game/time.h"
#include "text/words.h"

namespace nl {

// Days and hours, hours and minutes, or minutes: what is smaller is not worth a word.
std::string span_words(Time span, const Words& w);
// What is left, as part of a line and as a sentence; from ten minutes on in such words.
std::string left_words(Time left, const Words& w);
std::string left_sentence(Time left, const Words& w);

}  // namespace nl
