// View builder: one viewer's view of a State. Nothing is copied that the viewer may not know.
#pragma once

#include "engine/action.h"
#include "engine/knowledge.h"
#include "engine/legal.h"
#include "engine/rules.h"
#include "engine/scope.h"
#include "engine/state.h"
#include "engine/view.h"

namespace nl {

// No view shows who has answered a window yet, or how.
constexpr Play shown_play(const Play& play) {
  Play shown = play;
  shown.waiting = 0;
  shown.committed = 0;
  return shown;
}

// Hides the parts of an open question that only the acting seat may know.
template <class Scope, Parts kParts>
constexpr void hide_question(const State& s, BasicView<kParts>& v) {
  if (!Scope::asks(Phase::Order) && !Scope::asks(Phase::Keep) && !Scope::asks(Phase::Bury)) return;
  Frame& top = v.frames[static_cast<std::size_t>(s.depth - 1)];
  if (top.phase < Phase::Order) return;  // most questions are open to all
  if (top.phase == Phase::Order) {
    // The order chosen so far stays secret: until then the top cards are in no pile.
    top.a = 0;
    v.doom_on_top = 0;
  } else if (top.phase == Phase::Keep) {
    // It is secret that a drawn kitten may be kept: the seat looks as if it had not drawn yet.
    if (top.b == 0) v.doom_on_top = 0;
    ++v.pile_size;
    --v.depth;
    top = {};
  } else if (top.phase == Phase::Bury) {
    // The lifted card: it looks as if it still lay there.
    v.doom_on_top = s.faceup != 0 && top.a == index(Card::Imploding);
    ++v.pile_size;
    top.a = static_cast<std::uint8_t>(kNoCard);
  }
}

// `own_legal()` returns the viewer's legal actions and `own_hand()` the viewer's hand. They are
// callables, so that the results are written straight into the view.
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
  // Redundant check that silences a bounds warning.
  const auto own_hand = [&] { return viewer < kMaxSeats ? s.hands[viewer] : Counts{}; };
  return seen_by<kParts>(rules, s, known, viewer, own_hand, own_legal);
}

constexpr View view(const Rules& rules, const State& s, const Knowledge& known, Seat viewer) {
  return seen_by<Parts::Copied>(rules, s, known, viewer, [&] { return legal(rules, s, viewer); });
}
// The same for a caller that has the legal actions already.
constexpr View view(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                    const ActionSet& own) {
  return seen_by<Parts::Copied>(rules, s, known, viewer, [&] { return own; });
}
constexpr ViewRef view_ref(const Rules& rules, const State& s, const Knowledge& known,
                           Seat viewer) {
  return seen_by<Parts::Lent>(rules, s, known, viewer, [&] { return legal(rules, s, viewer); });
}
constexpr ViewRef view_ref(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                           const ActionSet& own) {
  return seen_by<Parts::Lent>(rules, s, known, viewer, [&] { return own; });
}
// The same for a caller that has the hand, too: reads no hand of the State.
template <class Scope>
constexpr ViewRef view_ref(const Rules& rules, const State& s, const Knowledge& known, Seat viewer,
                           const ActionSet& own, const Counts& hand) {
  return seen_by<Parts::Lent, Scope>(
      rules, s, known, viewer, [&] { return hand; }, [&] { return own; });
}

}  // namespace nl
