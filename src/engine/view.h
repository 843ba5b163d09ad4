// What one seat may know now, built up from nothing: the public part, the own hand, and the seat's
// Knowledge. Bots, encoders, screens and messages get views, never a State.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/action.h"
#include "engine/knowledge.h"
#include "engine/legal.h"
#include "engine/rules.h"
#include "engine/scope.h"
#include "engine/state.h"

namespace nl {

// The large parts are copied, or only lent by the State and the Knowledge.
enum class Parts : std::uint8_t { Copied, Lent };

template <Parts kParts>
struct BasicView {
  template <class Part>
  using Large = std::conditional_t<kParts == Parts::Lent, const Part&, Part>;

  // The first eight lie as they do in the State, so that a compiler can copy them as one word.
  std::uint8_t seats = 0;
  Seat turn = 0;
  SeatMask alive = 0;
  SeatMask cursed = 0;
  std::uint8_t forward = 1;
  std::uint8_t attacked = 0;
  std::uint8_t faceup = 0;  // the Imploding Kitten lies face up, somewhere
  SeatMask with_marks = 0;

  std::array<std::uint8_t, kMaxSeats> hand_size{};
  std::uint8_t pile_size = 0;
  Card discard_top = kNoCard;
  std::array<Frame, kMaxFrames> frames{};
  Play play{};
  std::uint8_t depth = 1;
  std::array<std::uint16_t, kMaxSeats> pending{};
  std::uint16_t owed = 0;
  Seat viewer = kWatcher;
  std::uint8_t doom_on_top = 0;  // the Imploding Kitten is the top card, for all to see
  std::uint8_t may_act = 0;      // the viewer is asked
  std::uint8_t committed = 0;    // the viewer has laid down a Nope that is not counted yet
  SeatMask asked = 0;            // in a window: who is still asked, where the rules make it public
  Counts hand{};                 // the viewer's own
  Large<Counts> discard{};
  Large<std::array<Counts, kMaxSeats>> marked{};
  ActionSet legal{};  // the viewer's own
  Large<Knowledge> known{};

  constexpr Frame top() const { return element(frames, depth - 1); }
  constexpr Phase phase() const { return top().phase; }
  constexpr bool over() const { return frames[0].phase == Phase::Over; }
  constexpr bool any_pending() const {
    const auto words = std::bit_cast<std::array<std::uint32_t, kMaxSeats / 2>>(pending);
    return (words[0] | words[1] | words[2]) != 0;
  }
};

// What bots, screens and messages get: a value that outlives the position.
using View = BasicView<Parts::Copied>;
// The same for one who encodes it at once: good only until the game or the knowledge changes.
using Glimpse = BasicView<Parts::Lent>;

// Who has answered a window yet, and how, is in no view.
constexpr Play shown_play(const Play& play) {
  Play shown = play;
  shown.waiting = 0;
  shown.committed = 0;
  return shown;
}

// An open question without what only the one who is asked may know.
template <class Scope, Parts kParts>
constexpr void hide_question(const State& s, BasicView<kParts>& v) {
  if (!Scope::asks(Phase::Order) && !Scope::asks(Phase::Keep) && !Scope::asks(Phase::Bury)) return;
  Frame& top = v.frames[static_cast<std::size_t>(s.depth - 1)];
  if (top.phase < Phase::Order) return;  // most questions are open to all
  if (top.phase == Phase::Order) {
    // How far the order is chosen: until then the top cards are in no pile.
    top.a = 0;
    v.doom_on_top = 0;
  } else if (top.phase == Phase::Keep) {
    // That somebody has drawn a kitten and may keep it: it looks as if they had not drawn yet.
    if (top.b == 0) v.doom_on_top = 0;
    ++v.pile_size;
    --v.depth;
    top = {};
  } else if (top.phase == Phase::Bury) {
    // What was lifted: it looks as if it still lay there.
    v.doom_on_top = s.faceup != 0 && top.a == index(Card::Imploding);
    ++v.pile_size;
    top.a = static_cast<std::uint8_t>(kNoCard);
  }
}

// `own_legal()` is what legal() says of the viewer, computed or known already, and `own_hand()` the
// viewer's hand: called, so that they are written straight into the view.
template <Parts kParts, class Scope = AnyGame, class OwnHand, class OwnLegal>
constexpr BasicView<kParts> seen_by(const Rules& rules, const State& s, const Knowledge& known,
                                    Seat viewer, const OwnHand& own_hand,
                                    const OwnLegal& own_legal) {
  const bool seated = viewer < s.seats;
  const bool window = s.top().phase == Phase::Window;
  BasicView<kParts> v{
      .seats = s.seats,
      .turn = s.turn,
      .alive = s.alive,
      .cursed = s.cursed,
      .forward = s.forward,
      .attacked = s.attacked,
      .faceup = s.faceup,
      .with_marks = s.with_marks,
      .hand_size = s.hand_size,
      .pile_size = s.pile_size,
      .discard_top = s.discard_top,
      .frames = s.frames,
      .play = shown_play(s.play),
      .depth = s.depth,
      .pending = s.pending,
      .owed = s.owed,
      .viewer = viewer,
      .doom_on_top = doom_on_top(s),
      .may_act = seated && asks(s, viewer),
      .committed = window && holds(s.play.committed, viewer),
      .asked = window && rules.nope_asks == NopeAsks::Holders ? s.play.waiting : SeatMask{0},
      .hand = seated ? own_hand() : Counts{},
      .discard = s.discard,
      .marked = s.marked,
      .legal = seated ? own_legal() : ActionSet{},
      .known = known};
  if (s.top().seat != viewer) hide_question<Scope>(s, v);
  return v;
}

template <Parts kParts, class OwnLegal>
constexpr BasicView<kParts> seen_by(const Rules& rules, const State& s, const Knowledge& known,
                                    Seat viewer, const OwnLegal& own_legal) {
  // Asked for a seat alone: the check is for compilers, which know a watcher's number in places.
  const auto own_hand = [&] { return viewer < kMaxSeats ? s.hands[viewer] : Counts{}; };
  return seen_by<kParts>(rules, s, known, viewer, own_hand, own_legal);
}

constexpr View view(const Rules& rules, const State& s, const Knowledge& known, Seat viewer) {
  return seen_by<Parts::Copied>(rules, s, known, viewer, [&] { return legal(rules, s, viewer); });
}
// The same for one who knows what is legal.
constexpr View view(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                    const ActionSet& own) {
  return seen_by<Parts::Copied>(rules, s, known, viewer, [&] { return own; });
}
constexpr Glimpse glimpse(const Rules& rules, const State& s, const Knowledge& known, Seat viewer) {
  return seen_by<Parts::Lent>(rules, s, known, viewer, [&] { return legal(rules, s, viewer); });
}
constexpr Glimpse glimpse(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                          const ActionSet& own) {
  return seen_by<Parts::Lent>(rules, s, known, viewer, [&] { return own; });
}
// The same for one who has the hand, too: no hand of the State is looked at.
template <class Scope>
constexpr Glimpse glimpse(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                          const ActionSet& own, const Counts& hand) {
  return seen_by<Parts::Lent, Scope>(
      rules, s, known, viewer, [&] { return hand; }, [&] { return own; });
}

// ---- odds -------------------------------------------------------------------------------------

// Takes away what everybody saw leave, and the card that is in no zone while its drawer is asked.
constexpr void take_lost(const Rules& rules, const Knowledge& known, const Frame& top,
                         Counts& __restrict cards) {
  if (rules.dead == Dead::Out) {
    cards[Card::Exploding] = static_cast<std::uint8_t>(cards[Card::Exploding] - known.exploded());
    cards[Card::Imploding] = static_cast<std::uint8_t>(cards[Card::Imploding] - known.imploded());
  }
  if (top.phase < Phase::Keep) return;  // most questions leave every card in its zone
  constexpr PhaseMask kInNoZone = phases(Phase::Keep, Phase::Guess, Phase::Place, Phase::Bury);
  if (is_one_of(top.phase, kInNoZone) && top.a < kCardPlaces) --cards.n[top.a];
}

// The cards this viewer has not seen and can't account for: in other hands, in the pile, or gone
// unseen with the dead.
template <Parts kParts>
constexpr void count_unseen(const Rules& rules, const BasicView<kParts>& v,
                            Counts& __restrict cards) {
  for (std::size_t k = 0; k < cards.n.size(); ++k) {
    cards.n[k] = static_cast<std::uint8_t>(rules.copies.n[k] - v.hand.n[k] - v.discard.n[k]);
  }
  leave_out(rules, v.seats, cards);
  take_lost(rules, v.known, v.top(), cards);
}
template <Parts kParts>
constexpr Counts unseen(const Rules& rules, const BasicView<kParts>& v) {
  Counts cards;
  count_unseen(rules, v, cards);
  return cards;
}

struct Odds {
  int kittens = 0;  // in …
  int cards = 1;    // … so many
};

// The unseen kittens that are in no hand that the viewer knows of. A hand can hold one only where
// there is a Streaking Kitten.
template <class Seen>
constexpr int kittens_at_large(const Rules& rules, const Seen& v, const Counts& unseen_cards) {
  int kittens = unseen_cards[Card::Exploding] + unseen_cards[Card::Imploding];
  if (!kittens_in_hands(rules)) return kittens;
  for (int i = 0; i < v.known.held(); ++i) kittens -= in(kKittens, v.known.held(i).card());
  return kittens;
}

// The same for every place of a pile of which nothing is known.
constexpr Odds even_odds(int pile_size, int kittens) {
  if (pile_size == 0) return {0, 1};
  return {kittens < pile_size ? kittens : pile_size, pile_size};
}

// The chance that the card at `place` is one of the kittens at large, from what the viewer knows. A
// card known somewhere else is not there; the rest of the pile is as likely as the unseen cards
// are.
template <class Seen>
constexpr Odds kitten_odds(const Seen& v, int kittens, int place) {
  if (v.pile_size == 0) return {0, 1};
  if (place == 0 && v.doom_on_top) return {1, 1};
  int places = v.pile_size;
  for (int i = 0; i < v.known.facts(); ++i) {
    const PileFact& fact = v.known.fact(i);
    const bool kitten = in(kKittens, fact.card);
    if (fact.exact() && fact.low == place) return {kitten ? 1 : 0, 1};
    if (fact.covers(place)) continue;
    --places;
    if (kitten) --kittens;
  }
  if (kittens < 0) kittens = 0;
  if (places < 1) places = 1;
  return {kittens < places ? kittens : places, places};
}

template <Parts kParts>
constexpr Odds next_draw_odds(const Rules& rules, const BasicView<kParts>& v) {
  return kitten_odds(v, kittens_at_large(rules, v, unseen(rules, v)), 0);
}

}  // namespace nl
