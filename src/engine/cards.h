// The cards. One struct a card holds its data and its effect together; the list at the end names
// them all. A new card is a struct here, a row in rules.h, a line in each file of lang/, a picture
// and a test; only a new kind of question touches the state machine.
//
// An effect runs when the card's window has closed and it was not stopped. `t` is the Referee: t.s
// is the state, t.by() who played the card and t.target() whom it is for.
#pragma once

#include <cassert>
#include <string_view>

#include "engine/card.h"
#include "engine/event.h"
#include "engine/random.h"
#include "engine/scope.h"
#include "engine/state.h"

namespace nl {

// Targets of a card.
enum class Aim : std::uint8_t {
  Nobody,
  Living,    // any other living player
  Holder,    // … who has a card
  Unmarked,  // … who has a card that is not marked yet
};

struct Traits {
  bool plays = false;  // can be played alone, on its player's turn
  Aim aim = Aim::Nobody;
  bool cat = false;      // pairs with its like where only cats do
  bool wild = false;     // fills up a pair or triple of cats
  bool combines = true;  // may be part of a combo, and be taken by five titles
  bool attacks = false;  // passes an Attack on
  bool kitten = false;   // does more than come into the hand when it is drawn
};

struct CardBase {
  static constexpr Traits kTraits{};
  template <class T>
  static constexpr void effect(T&) {}
  template <class T>
  static constexpr void drawn(T& t, Card card, bool bottom) {
    t.draw_safe(card, bottom);
  }
  template <class T>
  static constexpr void put_back(T&) {}
  template <class T>
  static constexpr void ordered(T&) {}
};

struct ExplodingCard : CardBase {
  static constexpr Card kCard = Card::Exploding;
  static constexpr std::string_view kName = "exploding";
  static constexpr Traits kTraits{.combines = false, .kitten = true};
  template <class T>
  static constexpr void drawn(T& t, Card card, bool bottom) {
    const Counts& hand = t.s.hands[t.s.turn];
    if (T::InScope::has(Card::Streaking) && hand[Card::Streaking] != 0 &&
        hand[Card::Exploding] == 0) {
      t.tell({.kind = EventKind::FoundKitten,
              .seat = t.s.turn,
              .card = card,
              .number = bottom,
              .knows = seat_bit(t.s.turn),
              .hidden = true});
      t.ask({Phase::Keep, t.s.turn, static_cast<std::uint8_t>(card), bottom});
    } else {
      t.draw_kitten(card, bottom);
    }
  }
};

struct ImplodingCard : CardBase {
  static constexpr Card kCard = Card::Imploding;
  static constexpr std::string_view kName = "imploding";
  static constexpr Traits kTraits{.combines = false, .kitten = true};
  template <class T>
  static constexpr void drawn(T& t, Card card, bool bottom) {
    const Seat seat = t.s.turn;
    t.tell({.kind = EventKind::DrewKitten, .seat = seat, .card = card, .number = bottom});
    t.end_turn();
    if (t.s.faceup) {
      t.die(seat, card);
    } else {
      t.ask({Phase::Place, seat, static_cast<std::uint8_t>(card)});
    }
  }
  template <class T>
  static constexpr void put_back(T& t) {
    t.s.faceup = 1;
  }
};

struct StreakingCard : CardBase {
  static constexpr Card kCard = Card::Streaking;
  static constexpr std::string_view kName = "streaking";
  static constexpr Traits kTraits{.combines = false};
};

struct DefuseCard : CardBase {
  static constexpr Card kCard = Card::Defuse;
  static constexpr std::string_view kName = "defuse";
};

struct AttackCard : CardBase {
  static constexpr Card kCard = Card::Attack;
  static constexpr std::string_view kName = "attack";
  static constexpr Traits kTraits{.plays = true, .attacks = true};
  template <class T>
  static constexpr void effect(T& t) {
    const Seat next = next_living(t.s, t.s.turn);
    const int turns = t.attack_turns();
    t.tell_attack(next, turns);
    t.begin_turns(next, t.s.pending[next] + turns, true);
  }
};

struct TargetedCard : CardBase {
  static constexpr Card kCard = Card::Targeted;
  static constexpr std::string_view kName = "targeted";
  static constexpr Traits kTraits{.plays = true, .aim = Aim::Living, .attacks = true};
  template <class T>
  static constexpr void effect(T& t) {
    const Seat victim = t.target();
    const int turns = t.attack_turns();
    t.tell_attack(victim, turns);
    if (t.rules.targeted == TargetedWay::Jump) {
      t.begin_turns(victim, t.s.pending[victim] + turns, true);
    } else {
      t.s.pending[victim] = static_cast<std::uint16_t>(t.s.pending[victim] + turns);
      t.end_all_turns();
    }
  }
};

struct SkipCard : CardBase {
  static constexpr Card kCard = Card::Skip;
  static constexpr std::string_view kName = "skip";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.tell({.kind = EventKind::SkippedTurn, .seat = t.by()});
    t.end_turn();
  }
};

struct SuperSkipCard : CardBase {
  static constexpr Card kCard = Card::SuperSkip;
  static constexpr std::string_view kName = "superskip";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.tell({.kind = EventKind::SkippedAll, .seat = t.by()});
    t.end_all_turns();
  }
};

struct ReverseCard : CardBase {
  static constexpr Card kCard = Card::Reverse;
  static constexpr std::string_view kName = "reverse";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.s.forward ^= 1u;
    t.tell({.kind = EventKind::Reversed, .seat = t.by(), .number = t.s.forward});
    t.end_turn();
  }
};

struct BottomCard : CardBase {
  static constexpr Card kCard = Card::Bottom;
  static constexpr std::string_view kName = "bottom";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.draw(true);
  }
};

struct FavorCard : CardBase {
  static constexpr Card kCard = Card::Favor;
  static constexpr std::string_view kName = "favor";
  static constexpr Traits kTraits{.plays = true, .aim = Aim::Holder};
  template <class T>
  static constexpr void effect(T& t) {
    const Seat giver = t.target();
    if (t.cursed(giver)) {
      t.give(giver, t.by(), t.pick(Chance::Blind, t.s.hands[giver]));
    } else {
      t.ask({Phase::Give, giver});
    }
  }
};

struct NopeCard : CardBase {
  static constexpr Card kCard = Card::Nope;
  static constexpr std::string_view kName = "nope";
};

struct ShuffleCard : CardBase {
  static constexpr Card kCard = Card::Shuffle;
  static constexpr std::string_view kName = "shuffle";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    if (T::InScope::asks(Phase::Times) && t.rules.times) {
      t.ask({Phase::Times, t.by()});
    } else {
      t.shuffle(t.by(), 1);
    }
  }
};

struct SeeCard : CardBase {
  static constexpr Card kCard = Card::See;
  static constexpr std::string_view kName = "see";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.look(EventKind::Saw, t.rules.see);
  }
};

struct See5Card : CardBase {
  static constexpr Card kCard = Card::See5;
  static constexpr std::string_view kName = "see5";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.look(EventKind::Saw, 5);
  }
};

struct AlterCard : CardBase {
  static constexpr Card kCard = Card::Alter;
  static constexpr std::string_view kName = "alter";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.alter(3);
  }
};

struct Alter5Card : CardBase {
  static constexpr Card kCard = Card::Alter5;
  static constexpr std::string_view kName = "alter5";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.alter(5);
  }
};

struct SwapCard : CardBase {
  static constexpr Card kCard = Card::Swap;
  static constexpr std::string_view kName = "swap";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.tell({.kind = EventKind::Swapped, .seat = t.by()});
    if (t.s.pile_size < 2) return;
    const Card top = t.s.from_top(0);
    t.s.from_top(0) = t.s.pile[0];
    t.s.pile[0] = top;
  }
};

struct GarbageCard : CardBase {
  static constexpr Card kCard = Card::Garbage;
  static constexpr std::string_view kName = "garbage";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.ask_all_to_give(Phase::Collect);
  }
};

struct CatomicCard : CardBase {
  static constexpr Card kCard = Card::Catomic;
  static constexpr std::string_view kName = "catomic";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    int rest = 0;
    for (int i = 0; i < t.s.pile_size; ++i) {
      const Card card = look_at(t.random, t.s.pile[static_cast<std::size_t>(i)]);
      if (card != Card::Exploding) t.s.pile[static_cast<std::size_t>(rest++)] = card;
    }
    for (int i = rest; i < t.s.pile_size; ++i) {
      t.s.pile[static_cast<std::size_t>(i)] = Card::Exploding;
    }
    t.random.shuffle(Chance::Shuffle, t.count_chance(Chance::Shuffle), t.s.pile.data(), rest);
    t.tell({.kind = EventKind::Bombed,
            .seat = t.by(),
            .number = static_cast<std::uint8_t>(t.s.pile_size - rest)});
    t.end_turn();
  }
};

struct MarkCard : CardBase {
  static constexpr Card kCard = Card::Mark;
  static constexpr std::string_view kName = "mark";
  static constexpr Traits kTraits{.plays = true, .aim = Aim::Unmarked};
  template <class T>
  static constexpr void effect(T& t) {
    const Seat seat = t.target();
    Counts unmarked = t.s.hands[seat];
    for (std::size_t k = 0; k < kCardKinds; ++k) {
      unmarked.n[k] = static_cast<std::uint8_t>(unmarked.n[k] - t.s.marked[seat].n[k]);
    }
    if (unmarked.kinds() == 0) return t.fizzle();
    const Card card = t.pick(Chance::Mark, unmarked);
    ++t.s.marked[seat][card];
    t.s.with_marks |= seat_bit(seat);
    t.tell({.kind = EventKind::Marked, .seat = t.by(), .other = seat, .card = card});
  }
};

struct CurseCard : CardBase {
  static constexpr Card kCard = Card::Curse;
  static constexpr std::string_view kName = "curse";
  static constexpr Traits kTraits{.plays = true, .aim = Aim::Living};
  template <class T>
  static constexpr void effect(T& t) {
    t.s.cursed |= seat_bit(t.target());
    t.tell({.kind = EventKind::CursedPlayer, .seat = t.by(), .other = t.target()});
  }
};

struct FeralCard : CardBase {
  static constexpr Card kCard = Card::Feral;
  static constexpr std::string_view kName = "feral";
  static constexpr Traits kTraits{.cat = true, .wild = true};
};

struct CatCard : CardBase {
  static constexpr Traits kTraits{.cat = true};
};
struct TacocatCard : CatCard {
  static constexpr Card kCard = Card::Tacocat;
  static constexpr std::string_view kName = "tacocat";
};
struct CattermelonCard : CatCard {
  static constexpr Card kCard = Card::Cattermelon;
  static constexpr std::string_view kName = "cattermelon";
};
struct PotatoCard : CatCard {
  static constexpr Card kCard = Card::Potato;
  static constexpr std::string_view kName = "potato";
};
struct BeardCard : CatCard {
  static constexpr Card kCard = Card::Beard;
  static constexpr std::string_view kName = "beard";
};
struct RainbowCard : CatCard {
  static constexpr Card kCard = Card::Rainbow;
  static constexpr std::string_view kName = "rainbow";
};

struct PersonalCard : CardBase {
  static constexpr Card kCard = Card::Personal;
  static constexpr std::string_view kName = "personal";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.s.owed = static_cast<std::uint16_t>(t.s.owed + 2);
    t.s.attacked = 1;
    t.tell({.kind = EventKind::TookTurns, .seat = t.by(), .number = t.turns_told(t.s.owed)});
  }
};

struct ShareCard : CardBase {
  static constexpr Card kCard = Card::Share;
  static constexpr std::string_view kName = "share";
  static constexpr Traits kTraits{.plays = true};
  static constexpr int kCards = 3;
  template <class T>
  static constexpr void effect(T& t) {
    if (t.alter(kCards) == 1) ordered(t);
  }
  template <class T>
  static constexpr void ordered(T& t) {
    t.show(next_living(t.s, t.by()), kCards);
  }
};

struct PotluckCard : CardBase {
  static constexpr Card kCard = Card::Potluck;
  static constexpr std::string_view kName = "potluck";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.ask_all_to_give(Phase::Potluck);
  }
};

struct BuryCard : CardBase {
  static constexpr Card kCard = Card::Bury;
  static constexpr std::string_view kName = "bury";
  static constexpr Traits kTraits{.plays = true};
  template <class T>
  static constexpr void effect(T& t) {
    t.end_turn();
    t.lift();
  }
};

template <class... Cards>
struct CardList {
  static constexpr int kSize = sizeof...(Cards);

  static constexpr bool in_order() {
    int next = 0;
    return ((index(Cards::kCard) == next++) && ...);
  }
  static constexpr std::string_view name(Card card) {
    std::string_view found;
    (void)((Cards::kCard == card ? (found = Cards::kName, true) : false) || ...);
    return found;
  }
  static constexpr Card named(std::string_view name) {
    Card found = kNoCard;
    (void)((Cards::kName == name ? (found = Cards::kCard, true) : false) || ...);
    return found;
  }
  template <class Trait>
  static constexpr KindMask kinds_where(Trait trait) {
    return ((trait(Cards::kTraits) ? bit(Cards::kCard) : KindMask{0}) | ...);
  }
  template <class T>
  static constexpr void effect(Card card, T& t) {
    (void)((is<Cards, T>(card) ? (Cards::effect(t), true) : false) || ...);
  }
  template <class T>
  static constexpr void drawn(Card card, T& t, bool bottom) {
    (void)((is<Cards, T>(card) ? (Cards::drawn(t, card, bottom), true) : false) || ...);
  }
  template <class T>
  static constexpr void put_back(Card card, T& t) {
    (void)((is<Cards, T>(card) ? (Cards::put_back(t), true) : false) || ...);
  }
  template <class T>
  static constexpr void ordered(Card card, T& t) {
    (void)((is<Cards, T>(card) ? (Cards::ordered(t), true) : false) || ...);
  }

 private:
  template <class One, class T>
  static constexpr bool is(Card card) {
    return T::InScope::has(One::kCard) && One::kCard == card;
  }
};

using AllCards =
    CardList<ExplodingCard, ImplodingCard, StreakingCard, DefuseCard, AttackCard, TargetedCard,
             SkipCard, SuperSkipCard, ReverseCard, BottomCard, FavorCard, NopeCard, ShuffleCard,
             SeeCard, See5Card, AlterCard, Alter5Card, SwapCard, GarbageCard, CatomicCard, MarkCard,
             CurseCard, FeralCard, TacocatCard, CattermelonCard, PotatoCard, BeardCard, RainbowCard,
             PersonalCard, ShareCard, PotluckCard, BuryCard>;

static_assert(AllCards::kSize == kCardKinds && AllCards::in_order());

inline constexpr KindMask kPlayable = AllCards::kinds_where([](Traits t) { return t.plays; });
inline constexpr KindMask kCats = AllCards::kinds_where([](Traits t) { return t.cat; });
inline constexpr KindMask kWild = AllCards::kinds_where([](Traits t) { return t.wild; });
inline constexpr KindMask kCombining = AllCards::kinds_where([](Traits t) { return t.combines; });
inline constexpr KindMask kAttacks = AllCards::kinds_where([](Traits t) { return t.attacks; });
inline constexpr KindMask kAimed =
    AllCards::kinds_where([](Traits t) { return t.aim != Aim::Nobody; });
inline constexpr KindMask kForHolders =
    AllCards::kinds_where([](Traits t) { return t.aim == Aim::Holder; });
inline constexpr KindMask kForUnmarked =
    AllCards::kinds_where([](Traits t) { return t.aim == Aim::Unmarked; });
inline constexpr KindMask kKittens = AllCards::kinds_where([](Traits t) { return t.kitten; });

// A card of no kind, kNoKitten, is in no set.
constexpr bool in(KindMask kinds, Card card) {
  assert(index(card) < 64);
  return (std::uint64_t{kinds} >> index(card) & 1u) != 0;
}

}  // namespace nl
