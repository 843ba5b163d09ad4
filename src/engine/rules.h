// The rules as data: a preset is a row, a box of more cards adds to it, a house rule overrides a
// field. No code asks which preset or box it is; it asks for a field of the rules or of the row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/card.h"
#include "engine/seat.h"

namespace nl {

enum class ExtraDefuses : std::uint8_t { Two, Rest, None };  // of those left, into the deck
enum class Combos : std::uint8_t { Any, Cats };              // titles that pair up
enum class First : std::uint8_t { Any, Zero };               // the first player
enum class NopeAsks : std::uint8_t { All, Holders };         // seats that a window asks
enum class NopeWay : std::uint8_t { Immediate, Commit };     // how answers count
enum class Stack : std::uint8_t { Add, Flat };               // an Attack by an attacked player
enum class TargetedWay : std::uint8_t { Jump, Wait };        // when a Targeted Attack's turns come
enum class Dead : std::uint8_t { Out, Kitten, Discard };     // place of a dead player's cards
enum class Loose : std::uint8_t { AtOnce, AtDraw };          // when a kitten set loose goes off

struct Rules {
  std::uint8_t min_players = 2;
  std::uint8_t max_players = 5;
  std::uint8_t hand = 7;  // dealt to each, plus one Defuse
  ExtraDefuses extra_defuses = ExtraDefuses::Two;
  bool extra_defuses_dealt = true;  // they go into the deck before the deal
  std::uint8_t kittens = 0;         // added to the usual number, players - 1
  std::uint8_t see = 3;             // cards seen by the base See the Future
  Combos combos = Combos::Any;
  First first = First::Any;
  bool times = false;  // the number of shuffles is asked
  NopeAsks nope_asks = NopeAsks::All;
  NopeWay nope_way = NopeWay::Immediate;
  Stack stack = Stack::Add;
  bool chain = false;  // an attacked player is asked at once whether to pass the Attack on
  TargetedWay targeted = TargetedWay::Jump;
  Dead dead = Dead::Out;
  bool keep_ends = true;  // a kitten kept by a Streaking Kitten ends the turn
  Loose loose = Loose::AtOnce;
  bool five = false;    // five different titles take a card from the discard pile
  bool faster = false;  // a third of the deck leaves unseen before the kittens go in
  std::uint16_t window_ms = 3000;
  Counts copies;

  friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

enum class Preset : std::uint8_t { Official, Srs, Family, Implosion };
inline constexpr int kPresets = 4;
inline constexpr Preset kDefaultPreset = Preset::Official;

// Mode of asking people under a preset: each source has a manner of its own. The engine and its
// environments know nothing of it.
struct Manner {
  std::uint8_t first_number = 1;          // number of the first player
  std::uint8_t most_players = kMaxSeats;  // at a table of people, however many the rules allow
  bool settings_asked = true;             // there is a last look at them before the first game
  bool nopes_in_turn = false;             // at one keyboard, one after another is asked
  std::string_view wording{};             // the section of lang/ with sentences of its own, if any
};

struct PresetRow {
  std::string_view key;  // its word in records, messages and lang/
  Rules rules{};
  Manner manner{};
};

// Boxes that can be added are a set: one bit each.
using Expansions = std::uint8_t;
inline constexpr Expansions kBase = 0;
inline constexpr Expansions kImploding = 1;
inline constexpr Expansions kStreaking = 2;
inline constexpr Expansions kStray = 4;
inline constexpr int kBoxes = 3;
inline constexpr int kExpansionSets = 1 << kBoxes;
inline constexpr Expansions kAllBoxes = kExpansionSets - 1;
inline constexpr int kFirstBoxSets = kImploding + kStreaking + 1;  // those of version 0.9.0

struct BoxRow {
  Expansions bit = 0;
  std::string_view key{};         // its word in records, messages and lang/
  Counts cards{};                 // cards added to the box of the preset
  std::uint8_t kittens = 0;       // Exploding Kittens more in the pile
  std::uint8_t most_players = 0;  // 0: no more than without it
};

constexpr Counts base_box() {
  Counts box;
  box[Card::Exploding] = 4;
  box[Card::Defuse] = 6;
  box[Card::Attack] = 4;
  box[Card::Skip] = 4;
  box[Card::Favor] = 4;
  box[Card::Nope] = 5;
  box[Card::Shuffle] = 4;
  box[Card::See] = 5;
  for (Card cat : {Card::Tacocat, Card::Cattermelon, Card::Potato, Card::Beard, Card::Rainbow}) {
    box[cat] = 4;
  }
  return box;
}

constexpr Rules official() {
  Rules rules;
  rules.copies = base_box();
  return rules;
}

constexpr Rules srs() {
  Rules rules = official();
  rules.hand = 5;
  rules.extra_defuses = ExtraDefuses::Rest;
  rules.extra_defuses_dealt = false;
  rules.copies[Card::Attack] = 3;
  rules.copies[Card::Nope] = 4;
  rules.see = 2;
  rules.combos = Combos::Cats;
  rules.first = First::Zero;
  rules.times = true;
  rules.nope_asks = NopeAsks::Holders;
  rules.chain = true;
  rules.targeted = TargetedWay::Wait;
  rules.dead = Dead::Kitten;
  rules.keep_ends = false;
  rules.loose = Loose::AtDraw;
  return rules;
}

constexpr Rules family() {
  Rules rules = official();
  rules.hand = 4;
  rules.extra_defuses = ExtraDefuses::Rest;
  rules.extra_defuses_dealt = false;
  rules.combos = Combos::Cats;
  rules.dead = Dead::Discard;
  return rules;
}

constexpr Rules implosion() {
  Rules rules = official();
  rules.hand = 4;
  rules.extra_defuses = ExtraDefuses::None;
  rules.extra_defuses_dealt = false;
  rules.first = First::Zero;
  rules.stack = Stack::Flat;
  rules.dead = Dead::Discard;
  rules.copies[Card::Cattermelon] = 0;
  rules.copies[Card::Beard] = 0;
  return rules;
}

constexpr PresetRow preset_row(Preset preset) {
  switch (preset) {
    case Preset::Srs:
      return {"srs",
              srs(),
              {.first_number = 0,
               .most_players = 4,
               .settings_asked = false,
               .nopes_in_turn = true,
               .wording = "srs"}};
    case Preset::Family: return {"family", family(), {.nopes_in_turn = true}};
    case Preset::Implosion: return {"implosion", implosion(), {}};
    default: return {"official", official(), {}};
  }
}

constexpr BoxRow imploding_box() {
  BoxRow box{.bit = kImploding, .key = "imploding", .most_players = kMaxSeats};
  box.cards[Card::Imploding] = 1;
  box.cards[Card::Targeted] = 3;
  for (Card card : {Card::Reverse, Card::Bottom, Card::Alter, Card::Feral}) box.cards[card] = 4;
  return box;
}

constexpr BoxRow streaking_box() {
  BoxRow box{.bit = kStreaking, .key = "streaking", .kittens = 1};
  for (Card card : {Card::Exploding, Card::Streaking, Card::SuperSkip, Card::See5, Card::Alter5,
                    Card::Garbage, Card::Catomic}) {
    box.cards[card] = 1;
  }
  box.cards[Card::Swap] = 3;
  box.cards[Card::Mark] = 3;
  box.cards[Card::Curse] = 2;
  return box;
}

constexpr BoxRow stray_box() {
  BoxRow box{.bit = kStray, .key = "stray"};
  box.cards[Card::Personal] = 4;
  for (Card card : {Card::Share, Card::Potluck, Card::Bury}) box.cards[card] = 2;
  return box;
}

// In the order of their bits.
constexpr std::array<BoxRow, kBoxes> box_rows() {
  return {imploding_box(), streaking_box(), stray_box()};
}

constexpr void add_box(Rules& rules, const BoxRow& box) {
  for (std::size_t kind = 0; kind < box.cards.n.size(); ++kind) {
    rules.copies.n[kind] = static_cast<std::uint8_t>(rules.copies.n[kind] + box.cards.n[kind]);
  }
  rules.kittens = static_cast<std::uint8_t>(rules.kittens + box.kittens);
  if (rules.max_players < box.most_players) rules.max_players = box.most_players;
}

constexpr Rules make_rules(Preset preset, Expansions expansions = kBase) {
  Rules rules = preset_row(preset).rules;
  for (const BoxRow& box : box_rows()) {
    if (expansions & box.bit) add_box(rules, box);
  }
  return rules;
}

// Most people at a table with these rules.
constexpr int most_people(Preset preset, const Rules& rules) {
  const int most = preset_row(preset).manner.most_players;
  return rules.max_players < most ? rules.max_players : most;
}

// True if a kitten can come into a hand and stay there.
constexpr bool kittens_in_hands(const Rules& rules) { return rules.copies[Card::Streaking] != 0; }

// Cards put aside before the hands are dealt: the set-up decides how many of them come back.
inline constexpr KindMask kPutAside =
    bit(Card::Exploding) | bit(Card::Imploding) | bit(Card::Defuse);

// Number of kittens of each sort in the pile. A two-player game with the Imploding Kitten has
// one of each, one more than the number of players would give.
struct KittenCount {
  int exploding;
  int imploding;
};

constexpr KittenCount kittens_in(const Rules& rules, int seats) {
  const int all = seats - 1 + rules.kittens;
  const int imploding = rules.copies[Card::Imploding];
  const int rest = all - imploding;
  return {rest < 1 ? 1 : rest, imploding};
}

constexpr int extra_defuses_in(const Rules& rules, int seats) {
  const int left = rules.copies[Card::Defuse] - seats;
  switch (rules.extra_defuses) {
    case ExtraDefuses::Two: return left < 2 ? left : 2;
    case ExtraDefuses::Rest: return left;
    default: return 0;
  }
}

// Takes out of a whole box what the setting-up leaves out: kittens and Defuses.
constexpr void leave_out(const Rules& rules, int seats, Counts& box) {
  const auto take = [&](Card card, int in_game) {
    box[card] = static_cast<std::uint8_t>(box[card] - (rules.copies[card] - in_game));
  };
  take(Card::Exploding, kittens_in(rules, seats).exploding);
  take(Card::Defuse, seats + extra_defuses_in(rules, seats));
}

// The cards that everybody knows to be in the game.
constexpr Counts cards_in_game(const Rules& rules, int seats) {
  Counts cards = rules.copies;
  leave_out(rules, seats, cards);
  return cards;
}

// Reason why a game can't be dealt with these rules. The words for it are in lang/.
enum class RulesFault : std::uint8_t {
  None,
  Players,       // not between min_players and max_players
  Limits,        // min_players and max_players are not 2 to 6 in order
  BoxTooLarge,   // copies: more cards than a box may have
  Defuses,       // copies: fewer Defuses than players
  Kittens,       // copies: fewer kittens than the game puts in
  NeverEnds,     // kittens: too few kittens for the game to end
  HandTooLarge,  // hand: more cards to deal than there are
  See,           // see: not 1 to 5
};

inline constexpr int kMaxBox = 104;

constexpr RulesFault check_rules(const Rules& rules, int seats) {
  if (rules.min_players < 2 || rules.max_players > kMaxSeats ||
      rules.min_players > rules.max_players) {
    return RulesFault::Limits;
  }
  if (seats < rules.min_players || seats > rules.max_players) return RulesFault::Players;
  if (rules.copies.total() > kMaxBox) return RulesFault::BoxTooLarge;
  if (rules.copies[Card::Defuse] < seats) return RulesFault::Defuses;
  const KittenCount kittens = kittens_in(rules, seats);
  if (kittens.exploding > rules.copies[Card::Exploding]) return RulesFault::Kittens;
  // Each Streaking Kitten can keep one kitten from ever killing anybody.
  if (kittens.exploding + kittens.imploding < seats - 1 + rules.copies[Card::Streaking]) {
    return RulesFault::NeverEnds;
  }
  const int plain = rules.copies.total() - rules.copies[Card::Exploding] -
                    rules.copies[Card::Imploding] - rules.copies[Card::Defuse];
  const int dealt_defuses = rules.extra_defuses_dealt ? extra_defuses_in(rules, seats) : 0;
  if (rules.hand * seats > plain + dealt_defuses) return RulesFault::HandTooLarge;
  if (rules.see < 1 || rules.see > 5) return RulesFault::See;
  return RulesFault::None;
}

constexpr bool boxes_lie_in_order() {
  Expansions bit = 1;
  for (const BoxRow& box : box_rows()) {
    if (box.bit != bit) return false;
    bit = static_cast<Expansions>(bit << 1);
  }
  return true;
}
static_assert(boxes_lie_in_order());
static_assert(official().copies.total() == 56);
static_assert(make_rules(Preset::Official, kImploding).copies.total() == 56 + 20);
static_assert(make_rules(Preset::Official, kImploding | kStreaking).copies.total() == 56 + 35);
static_assert(make_rules(Preset::Official, kAllBoxes).copies.total() == 56 + 35 + 10);

}  // namespace nl
