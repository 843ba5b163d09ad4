// Refusals of the game in words. Separate from refused.cpp, whose users need no texts.
#include "game/refused.h"

namespace nl {

std::string refusal_text(const Words& w, const Refused& refused, Names names) {
  Values values;
  if (index(refused.card) < kCardKinds) values.push_back({"card", w.card(refused.card)});
  if (refused.seat < names.size()) values.push_back({"seat", names[refused.seat]});
  return w.refusal(refused.why, values);
}

}  // namespace nl
