// ASCII pictures of the cards, three lines of eight cells each.
#pragma once

#include <array>
#include <string_view>

#include "engine/card.h"

namespace nl {

inline constexpr int kArtWidth = 8;
inline constexpr int kArtHeight = 3;

// Theme of a card, which decides its colour.
enum class CardTone { Danger, Rescue, Attack, Evade, Pile, Look, Trick, Nope, Cat, Back };

struct CardArt {
  std::array<std::string_view, kArtHeight> lines;
  CardTone tone;
};

// Of kNoCard: the back.
const CardArt& card_art(Card card);

}  // namespace nl
