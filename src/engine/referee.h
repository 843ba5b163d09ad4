// Referee: carries a game from one question to the next by the verbs that cards and answers are
// made of.
#pragma once

#include <cassert>

#include "engine/cards.h"
#include "engine/event.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "engine/scope.h"
#include "engine/state.h"

namespace nl {

// Large: the verbs of the rules call each other over one state, and a card's effect may use any of
// them. Parts would each hold the same four references, which GPU compilers keep in memory then.
template <class Random, class Sink, class Scope = AnyGame>
class Referee {
 public:
  using InScope = Scope;

  const Rules& rules;
  State& s;
  Random& random;
  Sink& sink;

  constexpr Seat by() const { return s.play.by; }
  constexpr Seat target() const { return s.play.target; }
  constexpr bool cursed(Seat seat) const {
    return Scope::has(Card::Curse) && holds(s.cursed, seat);
  }

  // Inlined, so that the sink sees a constant kind.
  [[gnu::always_inline]] constexpr void tell(const Event& event) {
    if constexpr (Sink::kListens) sink(event);
  }

  // ---- frames -------------------------------------------------------------------------------

  constexpr void push(Frame frame) {
    assert(s.depth < kMaxFrames);
    s.frames[s.depth++] = frame;
  }
  constexpr void ask(Frame question) { push(question); }
  // Frames not in use are blank, so that equal games have equal bytes.
  constexpr void pop() {
    assert(s.depth > 1);  // the turn itself stays
    s.frames[--s.depth] = {};
  }
  constexpr void pop_all() {
    for (std::size_t i = 1; i < kMaxFrames; ++i) s.frames[i] = {};
    s.depth = 1;
  }

  // Goes on until somebody is asked or the game is over. A step of several causes (a turn's end, a
  // window's end, an explosion) is a frame and happens here, in one place, after its cause.
  // Inlined, since most decisions are a pass, after which there is nothing to do.
  [[gnu::always_inline]] constexpr void run() {
    for (;;) {
      const Frame frame = s.top();
      switch (frame.phase) {
        case Phase::Turn:
        case Phase::EndTurn:
          if (kitten_goes_off()) break;
          if (frame.phase == Phase::EndTurn) {
            pop();
          } else if (s.living(s.turn)) {
            return;
          }
          finish_turn();
          break;
        case Phase::Chain:
          if (!Scope::asks(Phase::Chain) || can_chain()) return;
          pop();
          break;
        case Phase::Window:
          if (s.play.waiting != 0) return;
          close_round();
          break;
        case Phase::Explode:
          pop();
          explode(frame.seat, static_cast<Card>(frame.a));
          break;
        default: return;
      }
    }
  }

  // ---- cards in hands and piles -------------------------------------------------------------

  // Takes a card out of a hand and says whether everybody saw it go: a marked copy leaves first.
  constexpr bool take(Seat seat, Card card) {
    assert(s.hands[seat][card] != 0);
    --s.hands[seat][card];
    --s.hand_size[seat];
    if (!Scope::has(Card::Mark)) return false;
    if (!holds(s.with_marks, seat) || s.marked[seat][card] == 0) return false;
    --s.marked[seat][card];
    if (s.marked[seat].kinds() == 0) s.with_marks = without(s.with_marks, seat);
    return true;
  }
  constexpr void add(Seat seat, Card card) {
    ++s.hands[seat][card];
    ++s.hand_size[seat];
  }
  constexpr void discard(Card card) {
    ++s.discard[card];
    s.discard_top = card;
  }
  constexpr void discard_from(Seat seat, Card card) {
    take(seat, card);
    discard(card);
  }
  constexpr void insert(int place, Card card) {
    assert(place >= 0 && place <= s.pile_size && s.pile_size < kMaxBox);
    const int at = s.pile_size - place;
    for (int i = s.pile_size; i > at; --i) {
      s.pile[static_cast<std::size_t>(i)] = s.pile[static_cast<std::size_t>(i - 1)];
    }
    s.pile[static_cast<std::size_t>(at)] = card;
    ++s.pile_size;
  }
  constexpr Card remove_top() {
    assert(s.pile_size != 0);
    return look_at(random, s.pile[--s.pile_size]);
  }
  constexpr Card remove_bottom() {
    assert(s.pile_size != 0);
    const Card card = look_at(random, s.pile[0]);
    --s.pile_size;
    for (std::size_t i = 0; i < s.pile_size; ++i) s.pile[i] = s.pile[i + 1];
    return card;
  }

  // ---- chance -------------------------------------------------------------------------------

  constexpr int count_chance(Chance what) { return s.chances[static_cast<std::size_t>(what)]++; }
  constexpr Card pick(Chance what, const Counts& from) {
    return random.card(what, count_chance(what), from, from.total());
  }
  constexpr void shuffle(Seat seat, int times) {
    assert(times >= 1);
    for (int i = 0; i < times; ++i) {
      random.shuffle(Chance::Shuffle, count_chance(Chance::Shuffle), s.pile.data(), s.pile_size);
    }
    tell({.kind = EventKind::Shuffled, .seat = seat, .number = static_cast<std::uint8_t>(times)});
  }

  // ---- turns --------------------------------------------------------------------------------

  constexpr void end_turn() { push({Phase::EndTurn, s.turn}); }
  constexpr void end_all_turns() {
    s.owed = 1;
    end_turn();
  }
  constexpr void finish_turn() {
    if (s.living(s.turn) && --s.owed != 0) return tell_turn();
    const Seat next = next_living(s, s.turn);
    const int waiting = s.pending[next];
    begin_turns(next, waiting != 0 ? waiting : 1, waiting != 0);
  }
  constexpr void begin_turns(Seat seat, int turns, bool attacked) {
    assert(s.living(seat) && turns > 0);
    s.turn = seat;
    s.owed = static_cast<std::uint16_t>(turns);
    s.attacked = attacked;
    s.pending[seat] = 0;
    s.frames[0].seat = seat;
    pop_all();
    tell_turn();
    if (!Scope::asks(Phase::Chain)) return;
    if (attacked && rules.chain && can_chain()) ask({Phase::Chain, seat});
  }
  constexpr bool can_chain() const {
    return s.living(s.turn) && !cursed(s.turn) && (s.hands[s.turn].kinds() & kAttacks) != 0;
  }
  constexpr int attack_turns() const {
    return 2 + (rules.stack == Stack::Add && s.attacked ? s.owed : 0);
  }
  constexpr void tell_turn() {
    tell({.kind = EventKind::TurnStarted, .seat = s.turn, .number = turns_told(s.owed)});
  }
  static constexpr std::uint8_t turns_told(int turns) {
    return static_cast<std::uint8_t>(turns < 255 ? turns : 255);
  }
  constexpr void tell_attack(Seat other, int turns) {
    tell({.kind = EventKind::Attacked, .seat = by(), .other = other, .number = turns_told(turns)});
  }

  // ---- drawing ------------------------------------------------------------------------------

  constexpr void draw(bool bottom) {
    if (Scope::has(Card::Streaking) && rules.loose == Loose::AtDraw &&
        loose_kittens(s, s.turn) > 0) {
      end_turn();
      return set_off(s.turn);
    }
    if (s.pile_size == 0) {
      tell({.kind = EventKind::DrewNothing, .seat = s.turn});
      return end_turn();
    }
    const Card card = bottom ? remove_bottom() : remove_top();
    if (!in(kKittens, card)) return draw_safe(card, bottom);
    AllCards::drawn(card, *this, bottom);
  }
  constexpr void draw_safe(Card card, bool bottom) {
    tell_draw(card, bottom);
    add(s.turn, card);
    if (cursed(s.turn)) lift_curse(s.turn);
    end_turn();
  }
  constexpr void tell_draw(Card card, bool bottom) {
    tell({.kind = EventKind::Drew,
          .seat = s.turn,
          .number = bottom,
          .knows = seat_bit(s.turn),
          .secrets = 1,
          .secret = {static_cast<std::uint8_t>(card)}});
  }
  constexpr void draw_kitten(Card card, bool bottom) {
    const Seat seat = s.turn;
    tell({.kind = EventKind::DrewKitten, .seat = seat, .card = card, .number = bottom});
    end_turn();
    push({Phase::Explode, seat, static_cast<std::uint8_t>(card)});
  }
  constexpr void keep_kitten(Card card, bool bottom) {
    const Seat seat = s.turn;
    tell_draw(card, bottom);
    // A turn that goes on after a draw shows the drawn card anyway.
    tell({.kind = EventKind::Kept,
          .seat = seat,
          .knows = rules.keep_ends ? seat_bit(seat) : all_seats(s.seats),
          .hidden = rules.keep_ends});
    add(seat, card);
    if (rules.keep_ends) end_turn();
  }

  // ---- kittens ------------------------------------------------------------------------------

  // A cursed player can turn up any card but a held kitten.
  constexpr Counts blind_choice(Seat seat) const {
    Counts cards = s.hands[seat];
    cards[kHeldKitten] = 0;
    return cards;
  }

  // The kitten is in no zone from here on, until it is put back or its victim is dead.
  constexpr void explode(Seat seat, Card kitten) {
    if (cursed(seat)) {
      if (!can_go_blind(s, seat)) return die(seat, kitten);
      ask({Phase::Guess, seat, static_cast<std::uint8_t>(kitten)});
    } else if (s.hands[seat][Card::Defuse] != 0) {
      discard_from(seat, Card::Defuse);
      defuse(seat, kitten, false);
    } else {
      die(seat, kitten);
    }
  }
  constexpr void defuse(Seat seat, Card kitten, bool guessed) {
    tell({.kind = EventKind::Defused, .seat = seat, .number = guessed});
    ask({Phase::Place, seat, static_cast<std::uint8_t>(kitten)});
  }
  constexpr void set_off(Seat seat) {
    take(seat, kHeldKitten);
    tell({.kind = EventKind::KittenLoose, .seat = seat, .card = kHeldKitten});
    push({Phase::Explode, seat, static_cast<std::uint8_t>(kHeldKitten)});
  }
  // Kittens that an effect has set loose go off after it, the player on turn first.
  constexpr bool kitten_goes_off() {
    if (!Scope::has(Card::Streaking)) return false;
    if (rules.loose == Loose::AtDraw || !kittens_in_hands(rules)) return false;
    Seat seat = s.turn;
    for (int i = 0; i < s.seats; ++i) {
      if (s.living(seat) && loose_kittens(s, seat) > 0) {
        set_off(seat);
        return true;
      }
      seat = seat_after(seat, s.forward ? 1 : s.seats - 1, s.seats);
    }
    return false;
  }
  constexpr void lift_curse(Seat seat) {
    s.cursed = without(s.cursed, seat);
    tell({.kind = EventKind::CurseLifted, .seat = seat});
  }

  // ---- death --------------------------------------------------------------------------------

  constexpr void die(Seat seat, Card kitten) {
    assert(s.living(seat));
    tell({.kind = EventKind::Died, .seat = seat, .card = kitten});
    s.alive = without(s.alive, seat);
    s.cursed = without(s.cursed, seat);
    s.with_marks = without(s.with_marks, seat);
    s.pending[seat] = 0;
    lay_out_hand(seat);
    if (kitten != kNoCard && rules.dead != Dead::Out) discard(kitten);
    if (count(s.alive) == 1) finish();
  }
  constexpr void lay_out_hand(Seat seat) {
    Counts& hand = s.hands[seat];
    if (Scope::has(Card::Streaking) && rules.loose == Loose::AtDraw) return_kittens(seat);
    if (rules.dead == Dead::Discard) {
      for (int kind = 0; kind < kCardKinds; ++kind) {
        while (hand[card_at(kind)] != 0) discard_from(seat, card_at(kind));
      }
    }
    hand = {};
    if (Scope::has(Card::Mark)) s.marked[seat] = {};
    s.hand_size[seat] = 0;
  }
  // A stolen kitten may lie in one of several hands, including those of the dead.
  constexpr void return_kittens(Seat seat) {
    const std::uint8_t held = s.hands[seat][kHeldKitten];
    if (held == 0) return;
    for (int i = 0; i < held; ++i) {
      take(seat, kHeldKitten);
      insert(0, kHeldKitten);
    }
    tell({.kind = EventKind::KittensReturned, .seat = seat, .number = held});
    shuffle(seat, 1);
  }
  constexpr void finish() {
    // The others left before the winner chose what to do with a kitten: the pile is a card shorter.
    const Frame open = s.top();
    if (Scope::asks(Phase::Keep) && open.phase == Phase::Keep) {
      tell_draw(static_cast<Card>(open.a), open.b != 0);
    }
    if (Scope::asks(Phase::Bury) && open.phase == Phase::Bury) lay_back();
    pop_all();
    s.owed = 0;
    s.frames[0] = {Phase::Over, first_seat(s.alive)};
    tell({.kind = EventKind::Won, .seat = first_seat(s.alive)});
  }

  // ---- playing ------------------------------------------------------------------------------

  constexpr void begin_play(Seat seat, Card card, Combo combo) {
    s.play = {};
    s.play.card = card;
    s.play.combo = combo;
    s.play.by = seat;
  }
  constexpr void play_single(Seat seat, Card card) {
    discard_from(seat, card);
    tell({.kind = EventKind::Played, .seat = seat, .card = card});
    begin_play(seat, card, Combo::Single);
    if (in(kAimed, card)) {
      ask({Phase::Target, seat});
    } else {
      open_window();
    }
  }
  // The named card's own copies are spent first; Feral Cats fill up.
  constexpr void play_alike(Seat seat, Card card, Combo combo) {
    const int wanted = combo == Combo::Pair ? 2 : 3;
    const int own = s.hands[seat][card] < wanted ? s.hands[seat][card] : wanted;
    for (int i = 0; i < own; ++i) discard_from(seat, card);
    if (Scope::has(Card::Feral)) {
      for (int i = own; i < wanted; ++i) discard_from(seat, Card::Feral);
    }
    tell({.kind = combo == Combo::Pair ? EventKind::PlayedPair : EventKind::PlayedTriple,
          .seat = seat,
          .card = card,
          .number = static_cast<std::uint8_t>(wanted - own)});
    begin_play(seat, card, combo);
    ask({Phase::Target, seat});
  }
  constexpr void play_blind(Seat seat, bool playable_now, Card card) {
    if (playable_now) {
      tell({.kind = EventKind::PlayedBlind, .seat = seat, .card = card});
      play_single(seat, card);
    } else {
      discard_from(seat, card);
      tell({.kind = EventKind::LostBlind, .seat = seat, .card = card});
    }
  }

  // ---- the Nope window ----------------------------------------------------------------------

  constexpr SeatMask answering_after(Seat last) const {
    const SeatMask others = without(s.alive, last);
    if (rules.nope_asks == NopeAsks::All) return others;
    SeatMask holders = 0;
    for (Seat seat = 0; seat < s.seats; ++seat) {
      if (holds(others, seat) && !cursed(seat) && s.hands[seat][Card::Nope] != 0) {
        holders |= seat_bit(seat);
      }
    }
    return holders;
  }
  constexpr void open_window() {
    s.play.last = s.play.by;
    s.play.waiting = answering_after(s.play.by);
    ask({Phase::Window, s.play.by});
  }
  constexpr void answer(Seat seat, bool nope) {
    if (nope && rules.nope_way == NopeWay::Immediate) return count_nope(seat);
    s.play.waiting = without(s.play.waiting, seat);
    if (nope) {
      s.play.committed |= seat_bit(seat);
      tell({.kind = EventKind::CommittedNope,
            .seat = seat,
            .knows = seat_bit(seat),
            .hidden = true});
    } else {
      const bool open = rules.nope_asks == NopeAsks::Holders;
      tell({.kind = EventKind::Passed,
            .seat = seat,
            .knows = open ? all_seats(s.seats) : seat_bit(seat),
            .hidden = !open});
    }
  }
  // Everybody has answered: a committed Nope counts now, or the play is settled.
  constexpr void close_round() {
    const SeatMask nopes = s.play.committed;
    if (nopes == 0) return resolve();
    s.play.committed = 0;
    count_nope(count(nopes) == 1 ? first_seat(nopes)
                                 : random.seat(Chance::Nope, count_chance(Chance::Nope), nopes));
  }
  constexpr void count_nope(Seat seat) {
    assert(seat != s.play.last);  // nobody Nopes what they laid down themselves
    discard_from(seat, Card::Nope);
    ++s.play.nopes;
    s.play.last = seat;
    tell({.kind = EventKind::Noped, .seat = seat, .card = s.play.card, .number = s.play.nopes});
    s.play.waiting = answering_after(seat);
  }
  constexpr void resolve() {
    pop();
    const bool cancelled = s.play.nopes % 2 != 0;
    tell({.kind = cancelled ? EventKind::Cancelled : EventKind::WentThrough,
          .seat = by(),
          .card = s.play.card,
          .number = s.play.nopes});
    if (!cancelled) take_effect();
  }
  constexpr void take_effect() {
    const Seat seat = s.play.target;
    if (seat != kNoSeat && !s.living(seat)) return fizzle();
    const bool wants_card = s.play.combo == Combo::Pair ||
                            (s.play.combo == Combo::Single && in(kForHolders, s.play.card));
    if (wants_card && s.hand_size[seat] == 0) return fizzle();
    switch (s.play.combo) {
      case Combo::Single: return AllCards::effect(s.play.card, *this);
      case Combo::Pair: return steal();
      case Combo::Triple: return take_named();
      case Combo::Five:
        if (Scope::asks(Phase::Take)) ask({Phase::Take, by()});
        return;
    }
  }
  constexpr void fizzle() { tell({.kind = EventKind::Fizzled, .seat = by(), .card = s.play.card}); }

  // ---- effects that several cards share -----------------------------------------------------

  constexpr void steal() {
    const Seat victim = target();
    const Card card = random.card(Chance::Steal, count_chance(Chance::Steal), s.hands[victim],
                                  s.hand_size[victim]);
    move_card(EventKind::Stole, by(), victim, victim, by(), card);
  }
  constexpr void take_named() {
    const Card card = s.play.named;
    const bool has = s.hands[target()][card] != 0;
    if (has) {
      take(target(), card);
      add(by(), card);
    }
    tell({.kind = has ? EventKind::TookNamed : EventKind::TookNothing,
          .seat = by(),
          .other = target(),
          .card = card});
  }
  constexpr void give(Seat giver, Seat taker, Card card) {
    move_card(EventKind::Gave, giver, taker, giver, taker, card);
  }
  // A card that was marked is seen by everybody as it goes.
  constexpr void move_card(EventKind kind, Seat seat, Seat other, Seat from, Seat to, Card card) {
    const bool seen = take(from, card);
    add(to, card);
    tell({.kind = kind,
          .seat = seat,
          .other = other,
          .knows = seen ? all_seats(8) : static_cast<SeatMask>(seat_bit(seat) | seat_bit(other)),
          .secrets = 1,
          .secret = {static_cast<std::uint8_t>(card)}});
  }
  // Shows the top cards to who played, and says how many there were.
  constexpr int look(EventKind kind, int wanted, bool hidden = false) {
    return tell_top({.kind = kind, .seat = by(), .hidden = hidden}, wanted);
  }
  // Shows them to somebody else, for all to know.
  constexpr void show(Seat seat, int wanted) {
    tell_top({.kind = EventKind::Shown, .seat = seat, .other = by()}, wanted);
  }
  constexpr int tell_top(Event event, int wanted) {
    const int n = wanted < s.pile_size ? wanted : s.pile_size;
    if constexpr (Sink::kListens) {
      event.number = event.secrets = static_cast<std::uint8_t>(n);
      event.knows = seat_bit(event.seat);
      // Up to a number that compilers know: a GPU keeps the event in registers then.
      for (std::size_t i = 0; i < event.secret.size(); ++i) {
        if (static_cast<int>(i) >= n) break;
        const Card card = look_at(random, s.from_top(static_cast<int>(i)));
        event.secret[i] = static_cast<std::uint8_t>(card);
      }
      sink(event);
    }
    return n;
  }
  // Says how many cards there were; one or none is not ordered.
  constexpr int alter(int wanted) {
    const int n = look(EventKind::Altering, wanted);
    if (n >= 2) ask({Phase::Order, by(), 0, static_cast<std::uint8_t>(n)});
    return n;
  }
  // Brings the chosen one of the cards not yet placed up to the next place.
  constexpr void order(int chosen) {
    Frame& frame = s.top();
    assert(frame.phase == Phase::Order && frame.a + chosen < frame.b);
    const int place = frame.a;
    const Card card = s.from_top(place + chosen);
    for (int i = place + chosen; i > place; --i) s.from_top(i) = s.from_top(i - 1);
    s.from_top(place) = card;
    if (++frame.a == frame.b - 1) {
      end_order();
      AllCards::ordered(s.play.card, *this);
    } else {
      look(EventKind::Ordering, frame.b, true);
    }
  }
  constexpr void end_order() {
    const int n = s.top().b;
    pop();
    look(EventKind::Altered, n);
  }
  // Garbage Collection and Potluck: everybody who has a card now gives one, from this player on.
  constexpr void ask_all_to_give(Phase phase) {
    SeatMask givers = 0;
    for (Seat seat = 0; seat < s.seats; ++seat) {
      if (s.living(seat) && s.hand_size[seat] != 0) givers |= seat_bit(seat);
    }
    push({phase, by(), givers});
    ask_next_giver();
  }
  // The cursed give at random.
  constexpr void ask_next_giver() {
    const int step = s.forward ? 1 : s.seats - 1;
    while (s.top().a != 0) {
      const Seat seat = s.top().seat;
      if (!holds(s.top().a, seat)) {
        s.top().seat = seat_after(seat, step, s.seats);
      } else if (cursed(seat)) {
        give_to_pile(seat, pick(Chance::Blind, s.hands[seat]));
      } else {
        return;
      }
    }
    const bool shuffled = s.top().phase == Phase::Collect;
    pop();
    if (shuffled) shuffle(by(), 1);
  }
  constexpr void give_to_pile(Seat seat, Card card) {
    s.top().a = without(s.top().a, seat);
    const bool collected = s.top().phase == Phase::Collect;
    const bool seen = take(seat, card);
    tell({.kind = collected ? EventKind::Collected : EventKind::PutOnTop,
          .seat = seat,
          .card = collected ? kNoCard : shown_on_top(),
          .number = !collected && !kittens_in_hands(rules),
          .knows = seen ? all_seats(8) : seat_bit(seat),
          .secrets = 1,
          .secret = {static_cast<std::uint8_t>(card)}});
    insert(0, card);
  }
  constexpr Card shown_on_top() const { return doom_on_top(s) ? s.from_top(0) : kNoCard; }

  // Bury: the top card leaves the pile until its player says where it goes.
  constexpr void lift() {
    const Card shown = shown_on_top();
    if (s.pile_size == 0) return tell({.kind = EventKind::Lifted, .seat = by()});
    const Card card = remove_top();
    tell({.kind = EventKind::Lifted,
          .seat = by(),
          .card = shown,
          .number = 1,
          .knows = seat_bit(by()),
          .secrets = 1,
          .secret = {static_cast<std::uint8_t>(card)}});
    ask({Phase::Bury, by(), static_cast<std::uint8_t>(card)});
  }
  // `openly`: all know where, though not what.
  constexpr void bury(int place, bool openly = false) {
    const Frame frame = s.top();
    pop();
    insert(place, static_cast<Card>(frame.a));
    tell({.kind = EventKind::Buried,
          .seat = frame.seat,
          .number = openly,
          .knows = seat_bit(frame.seat),
          .secrets = 2,
          .secret = {static_cast<std::uint8_t>(place), frame.a}});
  }
  // A seat that leaves while being asked, or is left alone, lays the card back where it was.
  constexpr void lay_back() { bury(0, true); }
};

}  // namespace nl
