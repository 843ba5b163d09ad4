// Player's hand on the full screen: cards with pictures, or small ones where there is less room.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <vector>

#include "terminal/screen_scene.h"

namespace nl {

inline constexpr int kCardHeight = 7;
inline constexpr int kCardWidth = 10;  // at least
inline constexpr int kLargeHeight = 10;
inline constexpr int kLargeWidth = 16;  // at least

// One place of the hand: cards of one kind, or a single back.
struct HandCard {
  Card card = kNoCard;
  int copies = 1;
  int choice = -1;    // the index of the choice it stands for
  int number = -1;    // number to type for it
  bool dull = false;  // can't be chosen now
  bool open = false;  // marked: everybody sees it
};

// True if a choice is a card of the hand, or the back of one, and so drawn as a card.
bool is_in_hand(const Choice& choice);

// The cards of the viewer's hand, as the question numbers them if it is about them. A cursed
// player's are backs.
std::vector<HandCard> hand_cards(const Scene& scene);

enum class HandLook {
  Large,  // pictures, and what each card does
  Pictures,
  Small,  // frames with a name
  Named,  // names alone, one after another
};

// True if small cards have room for their names.
bool names_fit(const Scene& scene, const std::vector<HandCard>& cards, int width);

// Number of rows that the hand takes; 0 if there is none to see, or no room for pictures.
int hand_height(const Scene& scene, const std::vector<HandCard>& cards, int width, HandLook look);

ftxui::Element hand_element(const Scene& scene, const std::vector<HandCard>& cards, int width,
                            HandLook look, Hits& hits);

// The same with a line or three of what it does.
ftxui::Element large_card_element(const Words& w, const HandCard& card, int width, bool selected);

// A card by itself, as on the pile.
ftxui::Element card_element(const Words& w, const HandCard& card, int width, bool selected);

}  // namespace nl
