// Rules of a game in sentences, from the rulebook and the cards of lang/.
#pragma once

#include <string>

#include "text/language.h"
#include "text/record.h"

namespace nl::capi {

// Titled sections: the deal, a turn, Nopes, and every card of the box with its record word, its
// number and its effect.
std::string rulebook_text(const Header& game, Language language);

}  // namespace nl::capi
