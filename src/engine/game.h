// Interface of the rules: new_game (setup.h), actors (state.h), legal (legal.h), apply
// and forfeit (here), view (view.h), determinize (determinize.h).
#pragma once

#include <cassert>

#include "engine/action.h"
#include "engine/legal.h"
#include "engine/referee.h"
#include "engine/setup.h"

namespace nl {

template <class Referee>
[[gnu::always_inline]] constexpr void apply_on_turn(Referee& t, Seat seat, Action action) {
  switch (action.verb()) {
    case Verb::Draw: return t.draw(false);
    case Verb::Play: return t.play_single(seat, action.card());
    case Verb::Pair: return t.play_alike(seat, action.card(), Combo::Pair);
    case Verb::Triple: return t.play_alike(seat, action.card(), Combo::Triple);
    case Verb::Blind: {
      if (!Referee::InScope::has(Card::Curse)) return;
      const Card card = t.pick(Chance::Blind, t.blind_choice(seat));
      return t.play_blind(seat, in(playable_now(t.s, seat), card), card);
    }
    default:  // five
      if (!Referee::InScope::asks(Phase::Five)) return;
      t.tell({.kind = EventKind::PlayedFive, .seat = seat});
      t.begin_play(seat, kNoCard, Combo::Five);
      return t.ask({Phase::Five, seat});
  }
}

template <class Referee>
constexpr void apply_target(Referee& t, Seat seat, Action action) {
  t.s.play.target = seat_after(seat, action.distance(), t.s.seats);
  t.tell({.kind = EventKind::ChoseTarget,
          .seat = seat,
          .other = t.s.play.target,
          .card = t.s.play.card});
  t.pop();
  if (t.s.play.combo == Combo::Triple) {
    t.ask({Phase::Name, seat});
  } else {
    t.open_window();
  }
}

template <class Referee>
constexpr void apply_five(Referee& t, Seat seat, Card card) {
  Frame& frame = t.s.top();
  t.discard_from(seat, card);
  t.tell({.kind = EventKind::AddedToFive, .seat = seat, .card = card});
  frame.b = static_cast<std::uint8_t>(card);
  if (++frame.a < 5) return;
  t.pop();
  t.open_window();
}

template <class Referee>
constexpr void apply_guess(Referee& t, Seat seat) {
  const auto kitten = static_cast<Card>(t.s.top().a);
  const Card card = t.pick(Chance::Blind, t.blind_choice(seat));
  t.discard_from(seat, card);
  t.tell({.kind = EventKind::Guessed, .seat = seat, .card = card});
  if (card == Card::Defuse) {
    t.pop();
    t.lift_curse(seat);
    t.defuse(seat, kitten, true);
  } else if (!can_go_blind(t.s, seat)) {
    t.pop();
    t.die(seat, kitten);
  }
}

template <class Referee>
constexpr void apply_place(Referee& t, Seat seat, int place) {
  const auto card = static_cast<Card>(t.s.top().a);
  t.pop();
  t.insert(place, card);
  AllCards::put_back(card, t);
  t.tell({.kind = EventKind::PutBack,
          .seat = seat,
          .card = card,
          .knows = seat_bit(seat),
          .secrets = 1,
          .secret = {static_cast<std::uint8_t>(place)}});
}

// The answer to the open question, and all that follows from it.
template <class Scope = AnyGame, RandomSource Random, class Sink>
constexpr void apply_answer(const Rules& rules, State& s, Seat seat, Action action, Random& random,
                            Sink& sink) {
  Referee<Random, Sink, Scope> t{rules, s, random, sink};
  const Frame frame = s.top();
  switch (frame.phase) {
    case Phase::Turn: apply_on_turn(t, seat, action); break;
    case Phase::Chain:
      if (!Scope::asks(Phase::Chain)) break;
      if (action.verb() == Verb::Pass) {
        t.tell({.kind = EventKind::ChainDeclined, .seat = seat});
        t.pop();
      } else {
        t.play_single(seat, action.card());
      }
      break;
    case Phase::Target: apply_target(t, seat, action); break;
    case Phase::Name:
      s.play.named = action.card();
      t.tell({.kind = EventKind::NamedCard,
              .seat = seat,
              .other = s.play.target,
              .card = action.card()});
      t.pop();
      t.open_window();
      break;
    case Phase::Five:
      if (Scope::asks(Phase::Five)) apply_five(t, seat, action.card());
      break;
    case Phase::Window: t.answer(seat, action.verb() == Verb::Nope); break;
    case Phase::Give:
      t.pop();
      t.give(seat, s.play.by, action.card());
      break;
    case Phase::Take:
      if (!Scope::asks(Phase::Take)) break;
      t.pop();
      --s.discard[action.card()];
      // The card under it is unknown: the pile is a count.
      if (s.discard_top == action.card()) s.discard_top = kNoCard;
      t.add(seat, action.card());
      t.tell({.kind = EventKind::TookDiscard, .seat = seat, .card = action.card()});
      break;
    case Phase::Order:
      if (Scope::asks(Phase::Order)) t.order(action.number());
      break;
    case Phase::Times:
      if (!Scope::asks(Phase::Times)) break;
      t.pop();
      t.shuffle(seat, action.number());
      break;
    case Phase::Collect:
    case Phase::Potluck:
      if (!Scope::asks(Phase::Collect) && !Scope::asks(Phase::Potluck)) break;
      t.give_to_pile(seat, action.card());
      t.ask_next_giver();
      break;
    case Phase::Keep:
      if (!Scope::asks(Phase::Keep)) break;
      t.pop();
      if (action.verb() == Verb::Keep) {
        t.keep_kitten(static_cast<Card>(frame.a), frame.b != 0);
      } else {
        t.draw_kitten(static_cast<Card>(frame.a), frame.b != 0);
      }
      break;
    case Phase::Guess:
      if (Scope::asks(Phase::Guess)) apply_guess(t, seat);
      break;
    case Phase::Place: apply_place(t, seat, action.number()); break;
    case Phase::Bury:
      if (Scope::asks(Phase::Bury)) t.bury(action.number());
      break;
    case Phase::Explode:
    case Phase::EndTurn:
    case Phase::Over: break;
  }
  t.run();
}

// Applies an action that legal() lists: for callers that took it from the list. Anything else is
// undefined; apply() below is the one that checks.
template <class Scope = AnyGame, RandomSource Random, class Sink>
[[gnu::always_inline]] constexpr void apply_legal(const Rules& rules, State& s, Seat seat,
                                                  Action action, Random& random, Sink& sink) {
  assert(asks(s, seat));
  // A quarter of all answers: a pass while others are still asked, from which nothing follows.
  if (s.top().phase == Phase::Window && action.verb() == Verb::Pass && count(s.play.waiting) > 1) {
    return Referee<Random, Sink, Scope>{rules, s, random, sink}.answer(seat, false);
  }
  apply_answer<Scope>(rules, s, seat, action, random, sink);
}

// Applies an action, or refuses it (false) and changes nothing.
template <RandomSource Random, class Sink>
constexpr bool apply(const Rules& rules, State& s, Seat seat, Action action, Random& random,
                     Sink& sink) {
  if (seat >= s.seats || !legal(rules, s, seat).has(action)) return false;
  apply_legal(rules, s, seat, action, random, sink);
  return true;
}

// Questions that wait for a leaving seat lapse.
template <class Referee>
constexpr void lapse(Referee& t, Seat seat) {
  using Scope = typename Referee::InScope;
  State& s = t.s;
  Frame& frame = s.top();
  switch (frame.phase) {
    case Phase::Window:
      if (s.play.by == seat) {
        t.pop();
      } else {
        s.play.waiting = without(s.play.waiting, seat);
        s.play.committed = without(s.play.committed, seat);
      }
      break;
    case Phase::Give:
      if (frame.seat == seat || s.play.by == seat) {
        t.pop();
        t.fizzle();
      }
      break;
    case Phase::Collect:
    case Phase::Potluck: frame.a = without(frame.a, seat); break;
    case Phase::Bury:
      if (Scope::asks(Phase::Bury) && frame.seat == seat) t.lay_back();
      break;
    case Phase::Order:
      if (Scope::asks(Phase::Order) && frame.seat == seat) t.end_order();
      break;
    case Phase::Keep:
    case Phase::Guess:
    case Phase::Place: {
      if (frame.seat != seat) break;
      const auto kitten = static_cast<Card>(frame.a);
      if (Scope::asks(Phase::Keep) && frame.phase == Phase::Keep) t.tell_draw(kitten, frame.b != 0);
      t.pop();
      if (t.rules.dead != Dead::Out) t.discard(kitten);
      break;
    }
    case Phase::Turn:
    case Phase::Explode:
    case Phase::EndTurn:
    case Phase::Over: break;
    case Phase::Chain:
    case Phase::Target:
    case Phase::Name:
    case Phase::Five:
    case Phase::Take:
    case Phase::Times:
      if (frame.seat == seat) t.pop();
      break;
  }
}

// The kitten that everybody knows a seat to have drawn and not yet put back.
constexpr Card kitten_to_place(const State& s, Seat seat) {
  const Frame& frame = s.top();
  const bool open = frame.phase == Phase::Guess || frame.phase == Phase::Place;
  return open && frame.seat == seat ? static_cast<Card>(frame.a) : kNoCard;
}

// A living player leaves, at any time. The seat dies as by a kitten, but none is spent.
template <class Scope = AnyGame, RandomSource Random, class Sink>
constexpr bool forfeit(const Rules& rules, State& s, Seat seat, Random& random, Sink& sink) {
  if (seat >= s.seats || s.over() || !s.living(seat)) return false;
  Referee<Random, Sink, Scope> t{rules, s, random, sink};
  t.tell({.kind = EventKind::Forfeited, .seat = seat, .card = kitten_to_place(s, seat)});
  lapse(t, seat);
  t.die(seat, kNoCard);
  if (!s.over()) {
    const Phase open = s.top().phase;
    if ((Scope::asks(Phase::Collect) && open == Phase::Collect) ||
        (Scope::asks(Phase::Potluck) && open == Phase::Potluck)) {
      t.ask_next_giver();
    }
    // The last one whom the card could be for may just have left.
    if (s.top().phase == Phase::Target && targets_of(s, s.play) == 0) {
      t.pop();
      t.fizzle();
    }
    t.run();
  }
  return true;
}

}  // namespace nl
