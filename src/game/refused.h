// Refusal of an action by the game, with its reason.
#pragma once

#include <string>

#include "engine/view.h"
#include "text/words.h"

namespace nl {

// Reason why `action`, which is not legal, can't answer the viewer's question. Derived from the
// view, so that it reveals nothing hidden.
Refused why_not_legal(const Rules& rules, const View& v, Action action);

std::string refusal_text(const Words& w, const Refused& refused, Names names);

}  // namespace nl
