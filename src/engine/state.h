// State of a game: everything that is true in it, in one value that can be copied like a number.
// Nothing of what anybody knows is in it, and nothing that the rules say.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "engine/card.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace nl {

// The open question. The top frame's phase alone says who may act and which actions are legal.
// Numbers never move, since stored hashes are made of them: a new phase comes after the last.
enum class Phase : std::uint8_t {
  Turn,     // the player on turn plays or draws
  Chain,    // an attacked player may pass the Attack on
  Target,   // whom the card is for
  Name,     // the card that a triple asks for
  Five,     // the five titles
  Window,   // Nope or pass
  Give,     // a Favor: which card to give
  Take,     // five titles: which card of the discard pile
  Order,    // Alter the Future
  Times,    // the number of shuffles
  Collect,  // Garbage Collection
  Keep,     // keep or defuse, with a Streaking Kitten
  Guess,    // a cursed player looks for a Defuse
  Place,    // the place of a kitten that goes back
  Explode,  // asks nobody: a kitten in no zone goes off in the seat's hands
  EndTurn,  // asks nobody: one owed turn ends when it is reached
  Over,     // asks nobody, for good
  Potluck,  // the card to put on top of the pile
  Bury,     // the place of the card lifted from the pile
};

inline constexpr Phase kLastPhase = Phase::Bury;
inline constexpr int kPhases = static_cast<int>(kLastPhase) + 1;

// A set of phases: which of several it is costs one test.
using PhaseMask = std::uint32_t;
template <class... Phases>
constexpr PhaseMask phases(Phases... one) {
  return ((PhaseMask{1} << static_cast<int>(one)) | ...);
}
constexpr bool is_one_of(Phase phase, PhaseMask set) {
  return (set >> static_cast<int>(phase) & 1) != 0;
}

// One open question. `a` and `b` belong to the phase:
//   Five     a: titles named so far, b: the last one
//   Order    a: cards placed so far, b: cards in all
//   Collect, Potluck     a: the seats that have yet to give
//   Keep, Guess, Place   a: the kitten;  Keep   b: 1 if it came from the bottom
//   Bury     a: the card, which is in no pile meanwhile
struct Frame {
  Phase phase = Phase::Turn;
  Seat seat = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
};

enum class Combo : std::uint8_t { Single, Pair, Triple, Five };

// The card or combo that was played last. There is never more than one under way: an effect runs
// only after its window closed, and no effect plays a card.
struct Play {
  Card card = kNoCard;  // kNoCard for five titles
  Combo combo = Combo::Single;
  Seat by = kNoSeat;
  Seat target = kNoSeat;
  Card named = kNoCard;
  std::uint8_t nopes = 0;
  Seat last = kNoSeat;     // owner of the card on top: the one who can't Nope it
  SeatMask waiting = 0;    // seats that have yet to answer
  SeatMask committed = 0;  // seats that answered Nope, in the commit way
};

// Purpose of a random outcome. Each purpose counts by itself, so that one more shuffle does not
// change who steals what: a source keyed by (purpose, number) repeats outcomes across games.
// Numbers never move: fair deals are derived from them. A new purpose comes after the last.
enum class Chance : std::uint8_t { Deal, First, Shuffle, Steal, Nope, Mark, Blind };
inline constexpr Chance kLastChance = Chance::Blind;
inline constexpr int kChances = static_cast<int>(kLastChance) + 1;

inline constexpr int kMaxFrames = 4;

// Everybody's hand, by seat. In memory the last seat's comes first, so that those that are not
// there lie before a game as the rest of its pile lies after it.
class Hands {
 public:
  constexpr Counts& operator[](std::size_t seat) { return from_last_[kMaxSeats - 1 - seat]; }
  constexpr const Counts& operator[](std::size_t seat) const {
    return from_last_[kMaxSeats - 1 - seat];
  }
  static constexpr std::size_t size() { return kMaxSeats; }
  constexpr auto begin() const { return from_last_.rbegin(); }
  constexpr auto end() const { return from_last_.rend(); }
  friend constexpr bool operator==(const Hands&, const Hands&) = default;

 private:
  std::array<Counts, kMaxSeats> from_last_{};
};

// Parts that few games use come last, the upper places of the pile and the marks, so that many
// small games side by side can do without it.
struct State {
  Hands hands{};
  Counts discard{};
  std::array<Frame, kMaxFrames> frames{};
  Play play{};
  std::uint8_t depth = 1;                          // frames in use
  std::array<std::uint16_t, kMaxSeats> pending{};  // turns waiting for a player not on turn
  std::uint16_t owed = 0;  // turns the player on turn has to take, this one too
  std::array<std::uint16_t, kChances> chances{};  // random outcomes so far, by purpose
  std::array<std::uint8_t, kMaxSeats> hand_size{};
  std::uint8_t pile_size = 0;
  Card discard_top = kNoCard;
  std::uint8_t seats = 0;
  Seat turn = 0;
  SeatMask alive = 0;
  SeatMask cursed = 0;
  std::uint8_t forward = 1;                // 1: play goes up the seats, 0: down
  std::uint8_t attacked = 0;               // the turns owed come from an Attack
  std::uint8_t faceup = 0;                 // the Imploding Kitten has been turned up
  SeatMask with_marks = 0;                 // seats that have marked cards
  std::array<Card, kMaxBox> pile{};        // pile[0] is the bottom, pile[pile_size - 1] the top
  std::array<Counts, kMaxSeats> marked{};  // of the hand, the cards shown to all

  constexpr const Frame& top() const { return frames[static_cast<std::size_t>(depth - 1)]; }
  constexpr Frame& top() { return frames[static_cast<std::size_t>(depth - 1)]; }
  constexpr bool over() const { return frames[0].phase == Phase::Over; }
  constexpr bool living(Seat seat) const { return holds(alive, seat); }
  constexpr Card from_top(int place) const {
    assert(place >= 0 && place < pile_size);
    return pile[static_cast<std::size_t>(pile_size - 1 - place)];
  }
  constexpr Card& from_top(int place) {
    assert(place >= 0 && place < pile_size);
    return pile[static_cast<std::size_t>(pile_size - 1 - place)];
  }
};

static_assert(sizeof(State) <= 640 + 13 * (kCardPlaces - 32));
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>,
              "no padding: tidied states compare as bytes");

// Without the cards that drawing has left in the bytes above the top of the pile: states that are
// equal have equal bytes then, however they came about.
constexpr State tidied(State s) {
  for (std::size_t i = s.pile_size; i < s.pile.size(); ++i) s.pile[i] = Card{};
  return s;
}

// The next living seat after `seat` in the direction of play.
constexpr Seat next_living(const State& s, Seat seat) {
  return next_in(s.alive, seat, s.forward != 0);
}

// Seats that may act now.
constexpr SeatMask actors(const State& s) {
  const Frame& frame = s.top();
  if (frame.phase == Phase::Window) return s.play.waiting;
  return frame.phase == Phase::Over ? SeatMask{0} : seat_bit(frame.seat);
}

// True if this seat may act now. `seat` may be any number: nobody sits beyond the last seat.
constexpr bool asks(const State& s, Seat seat) {
  const Frame& frame = s.top();
  if (frame.phase == Phase::Window) return seat < kMaxSeats && holds(s.play.waiting, seat);
  return frame.seat == seat && frame.phase != Phase::Over;
}

// The one seat that turn-based play asks: in a window, the first in turn order after whoever laid
// the last card.
constexpr Seat next_actor(const State& s) {
  if (s.top().phase != Phase::Window) return s.top().seat;
  return next_in(s.play.waiting, s.play.last, s.forward != 0);
}

constexpr Seat winner(const State& s) { return s.over() ? first_seat(s.alive) : kNoSeat; }

// The one kitten that a hand can hold.
inline constexpr Card kHeldKitten = Card::Exploding;

// Number of kittens in a hand that no Streaking Kitten keeps down.
constexpr int loose_kittens(const State& s, Seat seat) {
  const Counts& hand = s.hands[seat];
  return hand[kHeldKitten] - (hand[Card::Streaking] != 0 ? 1 : 0);
}

// True if a cursed player has a card to turn up: any but a held kitten.
constexpr bool can_go_blind(const State& s, Seat seat) {
  return s.hand_size[seat] > s.hands[seat][kHeldKitten];
}

// The Imploding Kitten is the top card and lies face up: everybody sees it.
constexpr bool doom_on_top(const State& s) {
  return s.faceup != 0 && s.pile_size != 0 && s.from_top(0) == Card::Imploding;
}

}  // namespace nl
