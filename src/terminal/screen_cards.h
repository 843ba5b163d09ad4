// Player's hand on the full screen: cards with pictures, or small ones if there is less room.
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
  int choice = -1;    // index of its choice
  int number = -1;    // number to type for it
  bool dull = false;  // can't be chosen now
  bool open = false;  // marked: everybody sees it
};

// True if a choice is a card of the hand, or its back, and so drawn as a card.
bool is_in_hand(const Choice& choice);

// The viewer's hand, with the question's numbers if it is about the hand. A cursed player's cards
// are backs.
std::vector<HandCard> hand_cards(const Scene& scene);

enum class HandLook {
  Large,  // pictures and descriptions
  Pictures,
  Small,  // frames with a name
  Named,  // names only, one after another
};

// True if small cards have room for their names.
bool names_fit(const Scene& scene, const std::vector<HandCard>& cards, int width);

// Number of rows of the hand; 0 without a visible hand or room for pictures.
int hand_height(const Scene& scene, const std::vector<HandCard>& cards, int width, HandLook look);

ftxui::Element hand_element(const Scene& scene, const std::vector<HandCard>& cards, int width,
                            HandLook look, Hits& hits);

// The same with up to three lines of description.
ftxui::Element large_card_element(const Words& w, const HandCard& card, int width, bool selected);

// A card by itself, as on the pile.
ftxui::Element card_element(const Words& w, const HandCard& card, int width, bool selected);

}  // namespace nl
