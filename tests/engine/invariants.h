// Invariants of every game, checked after every step.
#pragma once

#include <cstring>

#include "engine/game.h"

namespace nl {

inline bool has_kitten_in_mid_air(Phase phase) {
  return phase == Phase::Keep || phase == Phase::Guess || phase == Phase::Place;
}

// All cards on the table by kind: hands, piles, and a card that is in no zone.
inline Counts cards_on_table(const State& s) {
  Counts cards = s.discard;
  for (int i = 0; i < s.pile_size; ++i) ++cards[s.pile[static_cast<std::size_t>(i)]];
  for (const Counts& hand : s.hands) {
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      cards.n[k] = static_cast<std::uint8_t>(cards.n[k] + hand.n[k]);
    }
  }
  for (std::size_t i = 0; i < s.depth; ++i) {
    const Phase phase = s.frames[i].phase;
    if (has_kitten_in_mid_air(phase) || phase == Phase::Bury) ++cards.n[s.frames[i].a];
  }
  return cards;
}

// A sink that books the cards that may leave the table: by death alone, and by the preset's rule.
class Bookkeeper {
 public:
  static constexpr bool kListens = true;

  Bookkeeper(const Rules& rules, const State& s) : rules_(rules), s_(s) {}

  // Called before the hand is laid out, while a kitten to be placed is still in its frame.
  void operator()(const Event& event) {
    ++events_;
    const Frame& top = s_.top();
    if (event.kind == EventKind::Forfeited && rules_.dead == Dead::Out &&
        has_kitten_in_mid_air(top.phase) && top.seat == event.seat) {
      ++gone_.n[top.a];
    }
    if (event.kind != EventKind::Died) return;
    // When the others are gone, a kitten that the winner was about to place stays in no zone.
    if (count(s_.alive) == 2 && has_kitten_in_mid_air(top.phase) && top.seat != event.seat) {
      ++gone_.n[top.a];
    }
    if (rules_.dead == Dead::Discard) return;
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      gone_.n[k] = static_cast<std::uint8_t>(gone_.n[k] + s_.hands[event.seat].n[k]);
    }
    // Kittens of a dead player's hand go back into the pile where they went off at a draw.
    if (rules_.loose == Loose::AtDraw) {
      gone_[Card::Exploding] =
          static_cast<std::uint8_t>(gone_[Card::Exploding] - s_.hands[event.seat][Card::Exploding]);
    }
    if (event.card != kNoCard && rules_.dead == Dead::Out) ++gone_[event.card];
  }

  const Counts& gone() const { return gone_; }
  int events() const { return events_; }

 private:
  const Rules& rules_;
  const State& s_;
  Counts gone_{};
  int events_ = 0;
};

inline bool adds_up(const Counts& table, const Counts& gone, const Counts& all) {
  for (std::size_t k = 0; k < kCardPlaces; ++k) {
    if (table.n[k] + gone.n[k] != all.n[k]) return false;
  }
  return true;
}

inline const char* broken_hand(const Rules& rules, const State& s, Seat seat) {
  const Counts& hand = s.hands[seat];
  const Counts& marks = s.marked[seat];
  if (hand.total() != s.hand_size[seat]) return "a hand's size is not its count";
  for (std::size_t k = 0; k < kCardPlaces; ++k) {
    if (marks.n[k] > hand.n[k]) return "a marked card is not held";
  }
  if ((marks.kinds() != 0) != holds(s.with_marks, seat)) return "marks are not known of";
  if (!s.living(seat) && hand.kinds() != 0) return "the dead hold cards";
  if (hand[Card::Imploding] != 0) return "the Imploding Kitten is in a hand";
  if (hand[Card::Exploding] == 0) return nullptr;
  if (rules.copies[Card::Streaking] == 0) return "a kitten is in a hand without Streaking";
  const bool at_rest = s.top().phase == Phase::Turn;
  if (at_rest && rules.loose == Loose::AtOnce && loose_kittens(s, seat) > 0) {
    return "a kitten is loose and has not gone off";
  }
  return nullptr;
}

inline const char* broken_question(const Rules& rules, const State& s) {
  if (s.depth < 1 || s.depth > kMaxFrames) return "the frames don't fit";
  for (std::size_t i = s.depth; i < kMaxFrames; ++i) {
    constexpr Frame kBlank{};
    if (std::memcmp(&s.frames[i], &kBlank, sizeof kBlank) != 0) return "an unused frame is written";
  }
  if (s.over() != (count(s.alive) == 1)) return "over is not when one is left";
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (legal(rules, s, seat).empty() == holds(actors(s), seat)) {
      return "an acting seat has no answer, or another seat has one";
    }
  }
  if (s.over()) return nullptr;
  if (actors(s) == 0) return "nobody is asked";
  if ((actors(s) & ~s.alive) != 0) return "the dead are asked";
  if (s.owed == 0) return "no turn is owed";
  // One who leaves while others have yet to answer, for Garbage Collection or because a kitten of
  // theirs went off in that turn, is on turn until they have.
  const Phase phase = s.top().phase;
  const bool of_others =
      is_one_of(phase, phases(Phase::Collect, Phase::Potluck, Phase::Guess, Phase::Place));
  if (!s.living(s.turn) && !of_others) return "the dead are on turn";
  return nullptr;
}

// Broken invariant of a state that waits for an answer; null for a good one.
inline const char* broken(const Rules& rules, const State& s) {
  if (const char* fault = broken_question(rules, s)) return fault;
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (const char* fault = broken_hand(rules, s, seat)) return fault;
  }
  if (s.discard_top != kNoCard && s.discard[s.discard_top] == 0) return "the discard's top is off";
  return nullptr;
}

// Every id from every seat is taken exactly if legal() lists it; a refusal changes nothing.
template <RandomSource Random>
const char* applies_other_than_legal(const Rules& rules, const State& s, const Random& chance) {
  for (int seat = 0; seat < 8; ++seat) {
    const ActionSet listed = legal(rules, s, static_cast<Seat>(seat));
    for (int id = 0; id < kActions; ++id) {
      State copy = s;
      Random random = chance;
      Bookkeeper sink(rules, copy);
      const bool taken = apply(rules, copy, static_cast<Seat>(seat), make_action(id), random, sink);
      if (taken != listed.has(make_action(id))) return "apply takes other actions than legal lists";
      if (taken) continue;
      if (std::memcmp(&copy, &s, sizeof s) != 0) return "a refused action changes the state";
      if (sink.events() != 0) return "a refused action is told";
    }
  }
  return nullptr;
}

}  // namespace nl
