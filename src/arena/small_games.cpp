// List of the small games.
#include "arena/small_games.h"

#include <array>

namespace nl {
namespace {

constexpr auto kTwelve = std::to_array<SmallGame>({
    {"SA", 0, 39},
    {"SAF", 0, 489},
    {"SSAF", 0, 4090},
    {"SSAF", 1, 2453},
    {"SAFN", 1, 3365},
    {"SSAFN", 1, 45107},
    {"SSAFH", 1, 82237},
    {"SSAFV", 1, 93904},
    {"SSAFCC", 1, 189365},
    {"SSAAFN", 1, 785796},
    {"SSAFNH", 1, 1910714},
    {"SSAFNCC", 1, 5100000},
});

Card card_of(char letter) {
  switch (letter) {
    case 'S': return Card::Skip;
    case 'A': return Card::Attack;
    case 'F': return Card::See;
    case 'H': return Card::Shuffle;
    case 'N': return Card::Nope;
    case 'V': return Card::Favor;
    case 'C': return Card::Tacocat;
    default: return kNoCard;
  }
}

}  // namespace

std::span<const SmallGame> small_games() { return kTwelve; }

std::string game_name(SmallGame game) {
  return std::string(game.deck) + '(' + std::to_string(game.deal) + ')';
}

std::optional<Rules> small_game_rules(SmallGame game, int players) {
  Rules rules = make_rules(kDefaultPreset);
  rules.max_players = static_cast<std::uint8_t>(players);
  rules.hand = static_cast<std::uint8_t>(game.deal);
  rules.combos = Combos::Cats;
  rules.first = First::Zero;
  rules.extra_defuses = ExtraDefuses::None;
  rules.extra_defuses_dealt = false;
  rules.copies = {};
  rules.copies[Card::Exploding] = static_cast<std::uint8_t>(players - 1);
  rules.copies[Card::Defuse] = static_cast<std::uint8_t>(players);
  for (const char letter : game.deck) {
    const Card card = card_of(letter);
    if (card == kNoCard) return std::nullopt;
    ++rules.copies[card];
  }
  if (game.deal < 0 || check_rules(rules, players) != RulesFault::None) return std::nullopt;
  return rules;
}

}  // namespace nl
