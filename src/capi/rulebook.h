// Rules of a game in sentences, from the rulebook and the cards of lang/.
#pragma once

#include <string>

#include "text/language.h"
#include "text/record.h"

namespace nl::capi {

// Sections with a title each: the deal, a turn, Nopes, and every card of the box with its word in
// records, its number and what it does.
std::string rulebook_text(const Header& game, Language language);

}  // namespace nl::capi
