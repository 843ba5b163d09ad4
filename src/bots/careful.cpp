// Careful bot: hand-written rules.
#include "bots/careful.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>

#include "engine/odds.h"

namespace nl {
namespace {

// Value of a card in the hand: the lowest is given away first.
int worth(Card card) {
  switch (card) {
    case Card::Defuse: return 100;
    case Card::Streaking: return 80;
    case Card::Nope: return 60;
    case Card::Attack:
    case Card::Targeted:
    case Card::SuperSkip: return 50;
    case Card::Skip:
    case Card::Reverse:
    case Card::Bury:
    case Card::Bottom: return 45;
    case Card::Alter:
    case Card::Share:
    case Card::Alter5: return 40;
    case Card::See:
    case Card::See5: return 35;
    case Card::Shuffle:
    case Card::Swap:
    case Card::Curse:
    case Card::Catomic: return 30;
    case Card::Favor: return 25;
    case Card::Mark:
    case Card::Personal:
    case Card::Potluck:
    case Card::Garbage: return 15;
    case Card::Exploding: return -100;  // a kept kitten is best given to an opponent
    default: return 5;
  }
}

// A pair is worth more than its parts; a kitten held down by a Streaking Kitten stays there.
int worth_in_hand(const View& v, Card card) {
  if (card == Card::Streaking && v.hand[Card::Exploding] != 0) return 200;
  const bool paired = v.hand[card] >= 2 && (in(kCats, card));
  return worth(card) + (paired ? 15 : 0);
}

template <class Value>
Action best(const ActionSet& legal, Value value) {
  Action chosen = kNoAnswer;
  int most = 0;
  legal.for_each([&](Action action) {
    const int worth_of_it = value(action);
    if (chosen == kNoAnswer || worth_of_it > most) {
      chosen = action;
      most = worth_of_it;
    }
  });
  return chosen;
}

Action first_of(const ActionSet& legal, std::initializer_list<Card> cards) {
  for (const Card card : cards) {
    if (legal.has(play(card))) return play(card);
  }
  return kNoAnswer;
}

int percent(Odds odds) { return odds.kittens * 100 / odds.cards; }

bool knows_top(const View& v) { return v.known.at(0) != kNoCard; }

// The next living player in the direction of play.
Seat after_viewer(const View& v) {
  const int step = v.forward ? 1 : v.seats - 1;
  Seat seat = v.viewer;
  do {
    seat = seat_after(seat, step, v.seats);
  } while (!holds(v.alive, seat));
  return seat;
}

Seat next_to_play(const View& v) {
  const int step = v.forward ? 1 : v.seats - 1;
  Seat seat = v.turn;
  do {
    seat = seat_after(seat, step, v.seats);
  } while (!holds(v.alive, seat));
  return seat;
}

bool hurts_me(const View& v) {
  if (v.play.by == v.viewer) return false;
  if (v.play.target == v.viewer) return true;
  if (v.play.target != kNoSeat || v.play.combo != Combo::Single) return false;
  const bool next = next_to_play(v) == v.viewer;
  return next && (v.play.card == Card::Attack || v.play.card == Card::Catomic);
}

// Safe cards first, the best of them on top, for the turns that the viewer still owes; then the
// kitten.
Action order(const View& v) {
  const int placed = v.top().a;
  const bool own_draw = placed < v.owed;
  return best(v.legal, [&](Action action) {
    const Card card = v.known.at(placed + action.number());
    const bool kitten = card == kNoCard || in(kKittens, card);
    if (!own_draw) return kitten ? 1000 : -worth(card);
    return kitten ? -1000 : worth(card);
  });
}

Action most_wanted(const View& v) {
  return best(v.legal, [](Action action) { return worth(action.card()); });
}

}  // namespace

Action CarefulBot::act(const Rules& rules, const View& v, Past) {
  const Reasoned choice = choose(rules, v);
  reason_ = choice.reason;
  return choice.action;
}

Reasoned CarefulBot::choose(const Rules& rules, const View& v) {
  assert(!v.legal.empty());
  if (v.legal.size() == 1) return {v.legal.nth(0), {Why::Forced}};
  switch (v.phase()) {
    case Phase::Turn: return on_turn(rules, v);
    case Phase::Chain:
      return {best(v.legal, [](Action action) { return action.verb() == Verb::Play ? 1 : 0; }),
              {Why::PassOn}};
    case Phase::Target: return {aim(v), {Why::AimRich}};
    case Phase::Name: return {most_wanted(v), {Why::NameDefuse}};
    case Phase::Take: return {most_wanted(v), {Why::TakeBest}};
    case Phase::Five:
    case Phase::Give:
    case Phase::Collect:
    case Phase::Potluck:
      return {best(v.legal, [&](Action action) { return -worth_in_hand(v, action.card()); }),
              {Why::GiveLeast}};
    case Phase::Window: return answer_window(v);
    case Phase::Order: return {order(v), {Why::Order}};
    case Phase::Times: return {number(1 + static_cast<int>(below(3))), {Why::Chance}};
    case Phase::Keep: return {word(Verb::Keep), {Why::Escape, 100}};
    case Phase::Place: return place(v);
    case Phase::Bury: return bury(v);
    default: return {v.legal.nth(0), {Why::Chance}};
  }
}

Reasoned CarefulBot::on_turn(const Rules& rules, const View& v) {
  const int risk = percent(next_draw_odds(rules, v));
  if (holds(v.cursed, v.viewer)) return blind_or_draw(v, risk);
  // With a Defuse in hand a kitten costs a card; without one it costs the game.
  const int bearable = v.hand[Card::Defuse] != 0 ? 40 : 12;
  if (risk > bearable) {
    const Reasoned way_out = dodge(rules, v, risk);
    if (way_out.action != kNoAnswer) return way_out;
  }
  const Action prize = gain(v);
  if (prize != kNoAnswer && prize != word(Verb::Draw)) return {prize, {Why::Gain}};
  if (risk > bearable) return {word(Verb::Draw), {Why::DrawNoWayOut, risk}};
  return {word(Verb::Draw), {risk == 0 ? Why::DrawSafe : Why::DrawRisk, risk}};
}

Reasoned CarefulBot::blind_or_draw(const View& v, int risk) {
  if (risk > 25 && v.legal.has(word(Verb::Blind)) && likely(60)) {
    return {word(Verb::Blind), {Why::Escape, risk}};
  }
  return {word(Verb::Draw), {risk == 0 ? Why::DrawSafe : Why::DrawRisk, risk}};
}

// Looks first if it does not know the top card; then plays anything that avoids the draw.
Reasoned CarefulBot::dodge(const Rules& rules, const View& v, int risk) {
  if (!knows_top(v)) {
    const Action look =
        first_of(v.legal, {Card::See, Card::Alter, Card::See5, Card::Alter5, Card::Share});
    if (look != kNoAnswer) return {look, {Why::Look, risk}};
  }
  if (v.owed > 1) {
    const Action all = first_of(v.legal, {Card::Attack, Card::Targeted, Card::SuperSkip});
    if (all != kNoAnswer) return {all, {Why::PassOn}};
  }
  const Reason reason{risk == 100 ? Why::EscapeKitten : Why::Escape, risk};
  const int below_risk = percent(kitten_odds(rules, v, unseen(rules, v), v.pile_size - 1));
  if (v.legal.has(play(Card::Bottom)) && below_risk < risk) return {play(Card::Bottom), reason};
  const Action escape = first_of(v.legal, {Card::Skip, Card::Bury, Card::Attack, Card::Reverse,
                                           Card::Targeted, Card::Catomic, Card::SuperSkip});
  if (escape != kNoAnswer) return {escape, reason};
  if (risk < 50) return {kNoAnswer};
  return {first_of(v.legal, {Card::Alter, Card::Alter5, Card::Shuffle, Card::Swap, Card::Garbage}),
          {Why::Mix}};
}

// Takes cards from others, only sometimes, so that its hand is hard to read.
Action CarefulBot::gain(const View& v) {
  if (!likely(55)) return kNoAnswer;
  return best(v.legal, [&](Action action) {
    switch (action.verb()) {
      case Verb::Triple: return in(kCats, action.card()) ? 60 : 0;
      case Verb::Pair: return in(kCats, action.card()) ? 50 : 0;
      case Verb::Play:
        if (action.card() == Card::Favor) return 40;
        if (action.card() == Card::Curse) return 30;
        return action.card() == Card::Mark ? 20 : 0;
      case Verb::Draw: return 10;
      default: return 0;
    }
  });
}

// The fullest hand offers the most, and is the greatest danger.
Action CarefulBot::aim(const View& v) {
  return best(v.legal, [&](Action action) {
    const Seat seat = seat_after(v.viewer, action.distance(), v.seats);
    return v.hand_size[seat] * 4 + static_cast<int>(below(4));
  });
}

Reasoned CarefulBot::answer_window(const View& v) {
  const bool stands = v.play.nopes % 2 == 0;
  const bool own_cancelled = !stands && v.play.by == v.viewer;
  const bool wanted = stands ? hurts_me(v) : own_cancelled && v.hand[Card::Nope] > 1;
  if (!wanted || !likely(80)) return {word(Verb::Pass), {Why::KeepNope}};
  return {word(Verb::Nope), {stands ? Why::NopeThreat : Why::NopeBack}};
}

// Mostly where the next player draws it, but never always there; deep if the next draw is its own.
Reasoned CarefulBot::place(const View& v) {
  const int bottom = v.pile_size;
  const bool draws_again = v.turn == v.viewer && v.owed > 1;
  int depth = static_cast<int>(below(bottom + 1));
  Why why = Why::PlaceAnywhere;
  if (draws_again || after_viewer(v) == v.viewer) {
    depth = bottom - static_cast<int>(below(bottom / 2 + 1));
    why = Why::PlaceDeep;
  } else if (likely(40)) {
    depth = 0;
    why = Why::PlaceForNext;
  } else if (likely(50)) {
    depth = static_cast<int>(below(std::min(bottom, 4) + 1));
  }
  const Action chosen = number(depth);
  return {v.legal.has(chosen) ? chosen : v.legal.nth(0), {why}};
}

// A kitten goes where a defused one would; a valuable card goes to its own next draw.
Reasoned CarefulBot::bury(const View& v) {
  const auto card = static_cast<Card>(v.top().a);
  if (in(kKittens, card)) return place(v);
  const int others_first = v.owed > 1 ? 0 : count(v.alive) - 1;
  const bool wanted = worth(card) > worth(Card::Favor);
  return {number(wanted ? std::min<int>(others_first, v.pile_size) : 0), {Why::Order}};
}

}  // namespace nl
