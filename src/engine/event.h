// Events of a game, as small values. Events are the only source of log lines, animations, replays
// and of what a seat knows; the view is the only source of what is true now.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engine/card.h"
#include "engine/seat.h"

namespace nl {

// `seat` acts, `other` is acted upon, `card` and `number` are public. `secret` is for the seats in
// `knows` alone; in brackets: what it holds. Observations number them: a new kind comes after the
// last.
enum class EventKind : std::uint8_t {
  None,           // stands for an event that is not for the viewer
  GameStarted,    // seat begins; number: cards in the pile
  TurnStarted,    // seat owes number turns
  Played,         // seat plays card
  PlayedPair,     // seat plays two of card; number: how many of them are Feral Cats
  PlayedTriple,   // the same with three
  PlayedFive,     // seat begins five different titles
  AddedToFive,    // seat adds card to the five
  PlayedBlind,    // seat, cursed, has turned up card, and plays it
  LostBlind,      // seat, cursed, has turned up card, which can't be played
  ChoseTarget,    // seat chooses other for card
  NamedCard,      // seat wants card from other
  Passed,         // seat answers pass; public only where the rules ask holders
  CommittedNope,  // seat lays down a Nope that may count; hidden from the others
  Noped,          // seat Nopes; number: Nopes so far
  Cancelled,      // seat's card (kNoCard: five titles) is cancelled; number: Nopes
  WentThrough,    // seat's card goes through; number: Nopes
  Fizzled,        // seat's card finds nobody to act upon
  ChainDeclined,  // seat, attacked, does not pass the Attack on
  Attacked,       // seat attacks other; number: turns that other has to take for it
  SkippedTurn,    // seat ends a turn without a draw
  SkippedAll,     // seat ends all turns owed
  Reversed,       // seat turns the direction; number: 1 or 0 for backwards
  Shuffled,       // seat shuffles the pile number times, by a card or by what it does
  Saw,            // seat looks at the top number cards [cards]
  Altering,       // seat looks at the top number cards, to reorder them [cards]
  Ordering,     // seat has chosen one more of them [cards, as they lie now]; hidden from the others
  Altered,      // seat has reordered the top number cards [cards]
  Swapped,      // seat swaps top and bottom
  Bombed,       // seat's Catomic Bomb puts number kittens on top
  Drew,         // seat draws; number: 1 from the bottom [card]
  DrewNothing,  // seat draws from an empty pile
  DrewKitten,   // seat draws card, a kitten; number: 1 from the bottom
  FoundKitten,  // seat has drawn a kitten that it may keep, and is asked; hidden from the others;
                // number: 1 from the bottom. Drew or DrewKitten follows when it has chosen
  Kept,         // seat keeps the kitten it drew; hidden where the rules don't show it
  KittenLoose,  // a kitten in seat's hand goes off
  Defused,      // seat uses a Defuse; number: 1 if it was guessed, and so is gone already
  Guessed,      // seat, cursed, guesses card
  PutBack,      // seat puts card back into the pile [place from the top]
  Died,         // seat is dead; card: the kitten, kNoCard for a forfeit
  KittensReturned,  // number kittens of dead seat's hand go back into the pile
  Forfeited,        // seat leaves the game, and with it card, the kitten it was about to put back
  Gave,             // seat gives other a card [card]
  Stole,            // seat steals a card of other's at random [card]
  TookNamed,        // seat takes card from other
  TookNothing,      // seat asked other for card in vain
  TookDiscard,      // seat takes card from the discard pile
  Collected,        // seat puts a card into the pile for Garbage Collection [card]
  Marked,           // seat marks card in other's hand
  CursedPlayer,     // seat curses other
  CurseLifted,      // seat plays with open eyes again
  Won,              // seat wins
  TookTurns,        // seat takes two turns more upon itself, and owes number
  Shown,            // seat is shown the top number cards by other [cards]
  PutOnTop,         // seat puts a card of the hand on top of the pile [card]; card: the kitten that
                    // lay there for all to see; number: 1 where no hand can hold a kitten
  Lifted,           // seat lifts the top card [card], number of them: 0 from an empty pile; card:
                    // the kitten that lay there for all to see
  Buried,           // seat has put that card back [place from the top, card]; number: 1 where all
                    // know that it lies on top again
};

inline constexpr EventKind kLastEventKind = EventKind::Buried;
inline constexpr int kEventKinds = static_cast<int>(kLastEventKind) + 1;

// The first of these events' secrets is a place; all others are cards.
constexpr bool tells_place(EventKind kind) {
  return kind == EventKind::PutBack || kind == EventKind::Buried;
}

struct Event {
  EventKind kind = EventKind::None;
  Seat seat = kNoSeat;
  Seat other = kNoSeat;
  Card card = kNoCard;
  std::uint8_t number = 0;
  SeatMask knows = 0;   // seats that get the secret part
  bool hidden = false;  // the whole event is for `knows` alone
  std::uint8_t secrets = 0;
  std::array<std::uint8_t, 5> secret{};

  constexpr Card secret_card(int i = 0) const {
    return static_cast<Card>(secret[static_cast<std::size_t>(i)]);
  }
  friend constexpr bool operator==(const Event&, const Event&) = default;
};

// The event as `viewer` may get it: without the secret, and without the list of who else knows it.
constexpr Event redact(const Event& event, Seat viewer) {
  assert(viewer < kSeatPlaces);
  const bool insider = holds(event.knows, viewer);
  if (event.hidden && !insider) return {};
  Event shown = event;
  shown.knows = insider ? seat_bit(viewer) : SeatMask{0};
  if (!insider) {
    shown.secrets = 0;
    shown.secret = {};
  }
  return shown;
}

// An event as one seat may read it, without a copy. `insider` says whether the seat is in `knows`.
class EventForSeat {
 public:
  constexpr EventForSeat(const Event& event, bool insider)
      : event_(event),
        kind_(event.hidden && !insider ? EventKind::None : event.kind),
        secrets_(insider ? event.secrets : std::uint8_t{0}) {}

  constexpr EventKind kind() const { return kind_; }
  constexpr Seat seat() const { return event_.seat; }
  constexpr Seat other() const { return event_.other; }
  constexpr Card card() const { return event_.card; }
  constexpr std::uint8_t number() const { return event_.number; }
  constexpr int secrets() const { return secrets_; }
  // 0 <= i < secrets(): a higher index would read a secret that is not for this seat.
  constexpr std::uint8_t secret(int i = 0) const {
    assert(i >= 0 && i < secrets_);
    return event_.secret[static_cast<std::size_t>(i)];
  }
  constexpr Card secret_card(int i = 0) const { return static_cast<Card>(secret(i)); }

 private:
  const Event& event_;
  EventKind kind_;
  std::uint8_t secrets_;
};

// A sink is called with each event. The null sink costs nothing: events are not even built.
struct NullSink {
  static constexpr bool kListens = false;
  constexpr void operator()(const Event&) const {}
};

}  // namespace nl
