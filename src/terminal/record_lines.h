// Recorded game as plain lines: replayed with all cards open, or reviewed by the coach.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "text/words.h"

namespace nl {

// The lines of a record as one text.
std::string record_text(const std::vector<std::string>& lines);

// An illegal step gets its complaint in place.
Lines replay_lines(std::istream& record, Names names, const Words& w);

// The turning point of a game; empty for a file without one.
Lines turning_point_lines(std::istream& record, Names names, const Words& w);
// A shareable result: winner and losers, the turning point, and the order of deaths.
Lines share_lines(std::istream& record, Names names, const Words& w);
// Empty if the record has no game, or was changed since it was played.
Lines review_lines(std::istream& record, Names names, const Words& w);

}  // namespace nl
