// List of small games that can be solved exactly: two players, one kitten, a Defuse each, a deck of
// a few named cards. They are played by the same engine under the official rules.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules.h"

namespace nl {

// S skip, A attack, F see the future (3), H shuffle, N nope, V favor, C cat.
struct SmallGame {
  std::string_view deck;
  int deal = 0;          // cards dealt to each, besides the Defuse
  std::size_t sets = 0;  // information sets, of the twelve
};

// The twelve, from the smallest to the largest.
std::span<const SmallGame> small_games();

std::string game_name(SmallGame game);  // SSAF(1)

// Empty for an unknown letter, or if more cards are dealt than there are. With more than two
// players: one kitten fewer than players, and a Defuse for each.
std::optional<Rules> small_game_rules(SmallGame game, int players = 2);

}  // namespace nl
