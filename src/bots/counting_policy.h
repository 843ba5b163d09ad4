// Policy of the counting bot, as a function of a situation. The counting bot plays by it, and
// search lets every seat of an imagined game play by it.
#pragma once

#include "bots/reason.h"
#include "bots/situation.h"
#include "engine/random.h"

namespace nl {

// Tuned numbers; probabilities are per mille.
struct CountingStyle {
  int bearable_with_defuse = 450;  // against one opponent …
  int bearable_in_company = 370;   // … and against more
  int bearable_bare = 150;
  int look_above = 0;  // from this risk on, a peek is worth its card
  int nope_attack_above = 120;
  int nope_theft_from = 80;  // the share of its own hand that is Defuses
  int top_place = 700;       // frequency of a kitten put where the next player draws it
};

// Value of a card in the hand.
int card_worth(Card card);

Reasoned counting_choice(const Situation& at, Stream& chance, const CountingStyle& style = {});

}  // namespace nl
