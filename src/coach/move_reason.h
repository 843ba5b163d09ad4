// Reason in words why one answer was better than another, from the player's view alone.
#pragma once

#include <cstdint>
#include <string>

#include "engine/rules.h"
#include "engine/view.h"
#include "text/words.h"

namespace nl {

struct MoveReason {
  std::string key;  // key of a sentence in lang/: ui/why_escape, ui/because_risk
  int percent = 0;
  Card card = kNoCard;
};

// `better` and `given` are legal in `v` and differ, unless the best answer was given.
MoveReason reason_for_better(const Rules& rules, const View& v, Action better, Action given,
                             std::uint64_t seed);

std::string sentence(const MoveReason& reason, const Words& w);

}  // namespace nl
