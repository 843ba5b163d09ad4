// What one seat may know now, built up from nothing: the public part, the own hand, and the seat's
// Knowledge. Bots, encoders, screens and messages get views, never a State.
#pragma once

#include <array>
#include <cstdint>

#include "engine/action.h"
#include "engine/knowledge.h"
#include "engine/legal.h"
#include "engine/rules.h"
#include "engine/state.h"

namespace nl {

struct View {
  Seat viewer = kWatcher;
  std::uint8_t seats = 0;
  Seat turn = 0;
  SeatMask alive = 0;
  SeatMask cursed = 0;
  std::uint8_t forward = 1;
  std::uint8_t attacked = 0;
  std::uint8_t faceup = 0;       // the Imploding Kitten lies face up, somewhere
  std::uint8_t doom_on_top = 0;  // … and is the top card, for all to see
  std::uint8_t pile_size = 0;
  Card discard_top = kNoCard;
  std::uint8_t may_act = 0;    // the viewer is asked
  std::uint8_t committed = 0;  // the viewer has laid down a Nope that is not counted yet
  SeatMask asked = 0;          // in a window: who is still asked, where the rules make it public
  std::uint8_t depth = 1;
  std::array<Frame, kMaxFrames> frames{};
  Play play{};
  std::uint16_t owed = 0;
  std::array<std::uint16_t, kMaxSeats> pending{};
  std::array<std::uint8_t, kMaxSeats> hand_size{};
  SeatMask with_marks = 0;
  Counts hand{};  // the viewer's own
  Counts discard{};
  std::array<Counts, kMaxSeats> marked{};
  ActionSet legal{};  // the viewer's own
  Knowledge known{};

  constexpr const Frame& top() const { return frames[static_cast<std::size_t>(depth - 1)]; }
  constexpr Phase phase() const { return top().phase; }
  constexpr bool over() const { return frames[0].phase == Phase::Over; }
};

// The open question as others see it: that somebody has drawn a kitten and may keep it is a secret,
// so it looks as if they had not drawn yet. How far an order is chosen is nobody's business either.
constexpr bool hides_draw(const State& s, Seat viewer) {
  return s.top().phase == Phase::Keep && s.top().seat != viewer;
}

constexpr void show_question(const Rules& rules, const State& s, Seat viewer, View& v) {
  v.frames = s.frames;
  for (std::size_t i = s.depth; i < kMaxFrames; ++i) v.frames[i] = {};
  v.depth = s.depth;
  if (hides_draw(s, viewer)) v.frames[--v.depth] = {};
  Frame& top = v.frames[static_cast<std::size_t>(v.depth - 1)];
  if (top.phase == Phase::Order && top.seat != viewer) top.a = 0;
  v.play = s.play;
  v.play.waiting = 0;
  v.play.committed = 0;
  if (s.top().phase == Phase::Window) {
    v.committed = holds(s.play.committed, viewer);
    if (rules.nope_asks == NopeAsks::Holders) v.asked = s.play.waiting;
  }
}

constexpr void show_piles(const State& s, Seat viewer, View& v) {
  const bool drawn_unseen = hides_draw(s, viewer);
  v.pile_size = static_cast<std::uint8_t>(s.pile_size + (drawn_unseen ? 1 : 0));
  const bool top_gone = drawn_unseen && s.top().b == 0;
  v.doom_on_top = s.faceup && !top_gone && s.pile_size != 0 && s.from_top(0) == Card::Imploding;
  v.discard = s.discard;
  v.discard_top = s.discard_top;
}

constexpr View view(const Rules& rules, const State& s, const Knowledge& known, Seat viewer) {
  View v;
  v.viewer = viewer;
  v.seats = s.seats;
  v.turn = s.turn;
  v.alive = s.alive;
  v.cursed = s.cursed;
  v.forward = s.forward;
  v.attacked = s.attacked;
  v.faceup = s.faceup;
  v.owed = s.owed;
  v.pending = s.pending;
  v.hand_size = s.hand_size;
  v.with_marks = s.with_marks;
  if (s.with_marks != 0) v.marked = s.marked;
  show_question(rules, s, viewer, v);
  show_piles(s, viewer, v);
  if (viewer < s.seats) {
    v.hand = s.hands[viewer];
    v.may_act = holds(actors(s), viewer);
    if (v.may_act) v.legal = legal(rules, s, viewer);
  }
  v.known = known;
  return v;
}

// ---- odds -------------------------------------------------------------------------------------

// The cards this viewer has not seen and can't account for: in other hands, in the pile, or gone
// unseen with the dead.
constexpr Counts unseen(const Rules& rules, const View& v) {
  Counts cards = cards_in_game(rules, v.seats);
  if (rules.dead == Dead::Out) {
    cards[Card::Exploding] = static_cast<std::uint8_t>(cards[Card::Exploding] - v.known.exploded());
    cards[Card::Imploding] = static_cast<std::uint8_t>(cards[Card::Imploding] - v.known.imploded());
  }
  for (std::size_t k = 0; k < cards.n.size(); ++k) {
    cards.n[k] = static_cast<std::uint8_t>(cards.n[k] - v.hand.n[k] - v.discard.n[k]);
  }
  const Frame& top = v.top();
  if (top.phase == Phase::Keep || top.phase == Phase::Guess || top.phase == Phase::Place) {
    --cards.n[top.a];  // the kitten is in nobody's hand and not in the pile
  }
  return cards;
}

struct Odds {
  int kittens = 0;  // in …
  int cards = 1;    // … so many
};

// The chance that the card at `place` is a kitten, from what the viewer knows. A card known
// somewhere else is not there; the rest of the pile is as likely as the unseen cards are.
constexpr Odds kitten_odds(const View& v, const Counts& unseen_cards, int place) {
  if (v.pile_size == 0) return {0, 1};
  if (place == 0 && v.doom_on_top) return {1, 1};
  int kittens = unseen_cards[Card::Exploding] + unseen_cards[Card::Imploding];
  int places = v.pile_size;
  for (int i = 0; i < v.known.held(); ++i) {
    if (in(kKittens, v.known.held(i).card())) --kittens;
  }
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

constexpr Odds next_draw_odds(const Rules& rules, const View& v) {
  return kitten_odds(v, unseen(rules, v), 0);
}

}  // namespace nl
