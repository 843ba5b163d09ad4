// Reason of a bot for its last answer: one sentence, from lang/.
#pragma once

#include <string>

#include "engine/action.h"
#include "engine/card.h"
#include "text/enum_names.h"
#include "text/words.h"

namespace nl {

enum class Why {
  Forced,         // nothing else is legal
  Chance,         // no reason: drawn at random
  DrawSafe,       // the next card is known to be safe
  DrawRisk,       // the risk is worth a card [percent]
  DrawNoWayOut,   // nothing left but to draw [percent]
  Escape,         // too dangerous to draw [percent]
  EscapeKitten,   // the next card is a kitten
  PassOn,         // turns owed are passed on
  Look,           // better to know before drawing [percent]
  Mix,            // the kitten on top has to go
  Gain,           // takes a card from somebody
  AimDefuse,      // the target has a Defuse
  AimRich,        // the target has the most cards
  NameDefuse,     // a Defuse is worth most
  NopeThreat,     // the played card would hurt
  NopeKitten,     // they must not get away from the kitten
  NopeBack,       // its own card matters enough
  KeepNope,       // not worth a Nope
  PlaceForNext,   // the next player draws it
  PlaceDeep,      // the bot has to draw again before
  PlaceAnywhere,  // so that nobody can guess it
  GiveLeast,      // the card that is missed least
  TakeBest,       // the card that is worth most
  Order,          // safe cards for the bot, the kitten for the next
  Habit,          // it always draws and passes, whatever it holds
  Searched,       // tried out, and won most often [percent]
  Learned,        // a network trained by self-play plays it so often [percent]
  Foreseen,       // a network looked ahead, and sees so many wins [percent]
};

inline constexpr int kWhys = static_cast<int>(Why::Foreseen) + 1;

inline constexpr auto kWhyNames = enum_names<Why, kWhys>({
    "forced",         "chance",      "draw_safe",      "draw_risk",   "no_way_out", "escape",
    "escape_kitten",  "pass_on",     "look",           "mix",         "gain",       "aim_defuse",
    "aim_rich",       "name_defuse", "nope_threat",    "nope_kitten", "nope_back",  "keep_nope",
    "place_for_next", "place_deep",  "place_anywhere", "give_least",  "take_best",  "order",
    "habit",          "searched",    "learned",        "foreseen",
});

struct Reason {
  Why why = Why::Chance;
  int percent = 0;
};

// A policy's answer and its reason.
struct Reasoned {
  Action action{};
  Reason reason{};
};

std::string sentence(const Reason& reason, const Words& words);

// Key of the sentence in lang/, for clients that choose the words themselves: ui/why_forced.
std::string reason_key(Why why);

}  // namespace nl
