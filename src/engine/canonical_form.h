// Canonical encoding of a game as a list of numbers: the parts in use, in a fixed order. Hashes are
// made of this and not of bytes in memory, so that they outlive a change of the layout. The
// room for cards, kinds, seats or frames is not in it, nor the number of phases and chances
// there are.
//
// A new part of the state or of a view is written after the others, and only where it is in use:
// games that don't know it then keep their hash.
#pragma once

#include <cstdint>

#include "engine/odds.h"
#include "engine/view.h"

namespace nl {

namespace writing {

// No card and no seat are 0.
template <class Out>
constexpr void write_card(Card card, Out& out) {
  out(card == kNoCard ? 0 : static_cast<std::uint64_t>(card) + 1);
}
template <class Out>
constexpr void write_seat(Seat seat, Out& out) {
  out(seat == kNoSeat ? 0 : std::uint64_t{seat} + 1);
}

// Number of kinds, and each with its number.
template <class Out>
constexpr void write_counts(const Counts& counts, Out& out) {
  KindMask kinds = counts.kinds();
  out(static_cast<std::uint64_t>(count_bits(kinds)));
  for (; kinds != 0; kinds &= kinds - 1) {
    const Card card = card_at(lowest_bit(kinds));
    write_card(card, out);
    out(counts[card]);
  }
}

template <class Out>
constexpr void write_frame(const Frame& frame, Out& out) {
  out(static_cast<std::uint64_t>(frame.phase));
  write_seat(frame.seat, out);
  out(frame.a);
  out(frame.b);
}

template <class Out>
constexpr void write_play(const Play& play, Out& out) {
  write_card(play.card, out);
  out(static_cast<std::uint64_t>(play.combo));
  write_seat(play.by, out);
  write_seat(play.target, out);
  write_card(play.named, out);
  out(play.nopes);
  write_seat(play.last, out);
  out(play.waiting);
  out(play.committed);
}

// The part that states and views share.
template <class Position, class Out>
constexpr void write_public(const Position& p, Out& out) {
  out(p.seats);
  out(p.turn);
  out(p.alive);
  out(p.cursed);
  out(p.forward);
  out(p.attacked);
  out(p.faceup);
  out(p.owed);
  for (Seat seat = 0; seat < p.seats; ++seat) {
    out(p.hand_size[seat]);
    out(p.pending[seat]);
    write_counts(p.marked[seat], out);
  }
  write_counts(p.discard, out);
  write_card(p.discard_top, out);
  out(p.depth);
  for (std::size_t i = 0; i < p.depth; ++i) write_frame(p.frames[i], out);
  write_play(p.play, out);
  out(p.pile_size);
}

constexpr std::uint32_t packed(const PileFact& fact) {
  return static_cast<std::uint32_t>(fact.card) << 16 | std::uint32_t{fact.low} << 8 | fact.high;
}

// In ascending order, however they came to be known.
template <class Out>
constexpr void write_facts(const Knowledge& known, Out& out) {
  out(static_cast<std::uint64_t>(known.facts()));
  std::uint64_t from = 0;  // all below are written
  for (int written = 0; written < known.facts();) {
    std::uint64_t least = ~std::uint64_t{0};
    int alike = 0;
    for (int i = 0; i < known.facts(); ++i) {
      const std::uint64_t fact = packed(known.fact(i));
      if (fact < from || fact > least) continue;
      alike = fact == least ? alike + 1 : 1;
      least = fact;
    }
    for (int i = 0; i < alike; ++i) out(least);
    written += alike;
    from = least + 1;
  }
}

template <class Out>
constexpr void write_held(const Knowledge& known, Seat seat, Out& out) {
  Counts held;
  for (int i = 0; i < known.held(); ++i) {
    if (known.held(i).seat() == seat) ++held[known.held(i).card()];
  }
  write_counts(held, out);
}

template <class Out>
constexpr void write_known(const Knowledge& known, int seats, Out& out) {
  out(static_cast<std::uint64_t>(known.pile_size()));
  write_facts(known, out);
  for (Seat seat = 0; seat < seats; ++seat) {
    write_held(known, seat, out);
    out(static_cast<std::uint64_t>(known.peeked(seat)));
  }
  out(static_cast<std::uint64_t>(known.exploded()));
  out(static_cast<std::uint64_t>(known.imploded()));
}

template <class Out>
constexpr void write_odds(Odds odds, Out& out) {
  out(static_cast<std::uint64_t>(odds.kittens));
  out(static_cast<std::uint64_t>(odds.cards));
}

}  // namespace writing

// Calls out(number) for all that is true.
template <class Out>
constexpr void write(const State& s, Out&& out) {
  using namespace writing;
  write_public(s, out);
  for (int place = 0; place < s.pile_size; ++place) write_card(s.from_top(place), out);
  for (Seat seat = 0; seat < s.seats; ++seat) write_counts(s.hands[seat], out);
  for (std::size_t what = 0; what < s.chances.size(); ++what) {
    if (s.chances[what] == 0) continue;
    out(what + 1);
    out(s.chances[what]);
  }
  out(0);
}

// Calls out(number) for all that a seat sees, knows and can count up.
template <Parts kParts, class Out>
constexpr void write(const Rules& rules, const BasicView<kParts>& v, Out&& out) {
  using namespace writing;
  write_public(v, out);
  write_seat(v.viewer, out);
  out(v.doom_on_top);
  out(v.may_act);
  out(v.committed);
  out(v.asked);
  write_counts(v.hand, out);
  out(static_cast<std::uint64_t>(v.legal.size()));
  v.legal.for_each([&](Action action) { out(action.id); });
  write_known(v.known, v.seats, out);
  const Counts rest = unseen(rules, v);
  write_counts(rest, out);
  write_odds(kitten_odds(rules, v, rest, 0), out);
  write_odds(kitten_odds(rules, v, rest, v.pile_size - 1), out);
}

}  // namespace nl
