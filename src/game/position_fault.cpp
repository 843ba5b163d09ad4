// Check of a position: cards, question, players and knowledge. Records are untrusted, and the
// engine checks no state.
#include "game/position_fault.h"

#include <algorithm>

#include "engine/cards.h"

namespace nl {
namespace {

bool is_frame(const Frame& frame, Phase phase, Seat seat) {
  return frame.phase == phase && frame.seat == seat && frame.a == 0 && frame.b == 0;
}

bool asks_turn(const State& s) {
  return s.depth == 1 && is_frame(s.frames[0], Phase::Turn, s.turn);
}

// The kitten is neither in a hand nor in the pile.
bool asks_place(const State& s) {
  static_assert(index(Card::Exploding) == 0);
  return s.depth == 3 && is_frame(s.frames[0], Phase::Turn, s.turn) &&
         is_frame(s.frames[1], Phase::EndTurn, s.turn) &&
         is_frame(s.frames[2], Phase::Place, s.turn);
}

Counts pile_cards(const State& s) {
  Counts cards;
  for (int place = 0; place < s.pile_size; ++place) ++cards[s.from_top(place)];
  return cards;
}

std::string players_fault(const Header& header, const State& s) {
  if (s.seats != header.seats) return "the position has other seats than the header";
  const SeatMask all = all_seats(s.seats);
  if ((s.alive & ~all) != 0 || !holds(s.alive, s.turn)) return "the turn is of a dead player";
  if ((s.alive & (s.alive - 1)) == 0) return "the game is over";
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (!holds(s.alive, seat) && s.hand_size[seat] != 0) return "a dead player has cards";
    if (s.marked[seat].total() != 0 || s.pending[seat] != 0)
      return "only the base box is played on";
  }
  constexpr int kMostTurns = 100;
  if (s.owed < 1 || s.owed > kMostTurns) return "the player owes an impossible number of turns";
  return {};
}

// Kittens that left the game with dead players.
int gone(const Knowledge& known, Card card) {
  if (card == Card::Exploding) return known.exploded();
  return card == Card::Imploding ? known.imploded() : 0;
}

std::string cards_fault(const Header& header, const StartPosition& position) {
  const State& s = position.state;
  Counts box = header.rules.copies;
  leave_out(header.rules, s.seats, box);
  const Counts pile = pile_cards(s);
  const int lifted = asks_place(s) ? 1 : 0;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    int there = pile[card] + s.discard[card] + (card == Card::Exploding ? lifted : 0);
    for (Seat seat = 0; seat < s.seats; ++seat) there += s.hands[seat][card];
    if (header.rules.dead == Dead::Out) there += gone(position.known, card);
    if (there > box[card]) return "there are more cards than in the box";
    for (Seat seat = 0; seat < s.seats; ++seat) {
      if (in(kKittens, card) && s.hands[seat][card] != 0) return "a kitten is in a hand";
    }
  }
  int alive = 0;
  for (Seat seat = 0; seat < s.seats; ++seat) alive += holds(s.alive, seat) ? 1 : 0;
  if (pile[Card::Exploding] + lifted < alive - 1) return "there are too few kittens";
  const bool top = s.discard_top == kNoCard || s.discard[s.discard_top] != 0;
  return top ? "" : "the top of the discard pile is not in it";
}

bool is_base(const Header& header, const State& s) {
  return header.expansions == kBase && s.cursed == 0 && s.faceup == 0 && s.with_marks == 0 &&
         s.attacked <= 1 && s.forward == 1;
}

// The last executed play.
bool is_settled(const Play& play, int seats) {
  const auto seat = [&](Seat one) { return one == kNoSeat || one < seats; };
  const bool named = play.named == kNoCard || index(play.named) < kCardKinds;
  return play.waiting == 0 && play.committed == 0 && seat(play.by) && seat(play.target) &&
         seat(play.last) && named;
}

bool is_possible(const PileFact& fact, const State& s) {
  for (int place = fact.low; place <= fact.high; ++place) {
    const Card card = s.from_top(place);
    if (fact.card == kNoKitten ? !in(kKittens, card) : card == fact.card) return true;
  }
  return false;
}

std::string knowledge_fault(const StartPosition& position) {
  const State& s = position.state;
  const Knowledge& known = position.known;
  if (known.pile_size() != s.pile_size) return "the known pile has another size";
  for (int i = 0; i < known.facts(); ++i) {
    if (!is_possible(known.fact(i), s)) return "a known card is not in the pile";
  }
  for (int i = 0; i < known.held(); ++i) {
    const HeldCard held = known.held(i);
    if (s.hands[held.seat()][held.card()] == 0) return "a known card is not in the hand";
  }
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (known.peeked(seat) > std::min(int{s.pile_size}, Knowledge::kMaxFacts)) {
      return "more cards were looked at than there are";
    }
  }
  return {};
}

}  // namespace

std::string position_fault(const Header& header, const StartPosition& position) {
  const State& s = position.state;
  if (auto fault = players_fault(header, s); !fault.empty()) return fault;
  if (!is_base(header, s)) return "only the base box is played on";
  if (!asks_turn(s) && !asks_place(s)) return "only a turn or a kitten's place is played on";
  if (!is_settled(s.play, s.seats)) return "the last play is not settled";
  if (auto fault = cards_fault(header, position); !fault.empty()) return fault;
  return knowledge_fault(position);
}

}  // namespace nl
