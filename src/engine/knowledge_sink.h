// Sink that keeps every seat's Knowledge up to date.
//
// Most played cards were known to nobody, and after most draws nobody knows more than that the pile
// is smaller. Both cases take a fast path that costs a few instructions for the whole table.
#pragma once

#include <array>
#include <cstdint>

#include "engine/card.h"
#include "engine/event.h"
#include "engine/event_effects.h"
#include "engine/fold.h"
#include "engine/knowledge.h"
#include "engine/seat.h"

namespace nl {

class KnowledgeSink {
 public:
  static constexpr bool kListens = true;

  // Read-only by seat. It changes by events, or by set().
  class Seats {
   public:
    constexpr const Knowledge& operator[](std::size_t seat) const { return known_[seat]; }
    friend constexpr bool operator==(const Seats&, const Seats&) = default;

   private:
    friend class KnowledgeSink;
    std::array<Knowledge, kMaxSeats> known_{};
  };
  Seats seats{};
  int count = 0;

  constexpr explicit KnowledgeSink(int seat_count) : count(seat_count) {
    for (Seat seat = 0; seat < count; ++seat) seats.known_[seat] = Knowledge(seat, count);
    reset_maybe_known();
  }

  constexpr void set(Seat seat, const Knowledge& known) {
    seats.known_[seat] = known;
    reset_maybe_known();
  }

  // The kind is a constant wherever the rules emit an event, so most events cost nothing.
  [[gnu::always_inline]] constexpr void operator()(const Event& event) {
    if (!concerns(event.kind)) return;
#if defined(__CUDA_ARCH__)
    // nvcc 13.0 miscompiles the fast paths below; the engine hash showed it.
    fold_all(event);
#else
    visit_effect(EventForSeat(event, true), TableEffects{*this, event});
#endif
  }

 private:
  // Fast paths of one event for all seats; everything else is folded seat by seat.
  struct TableEffects {
    KnowledgeSink& sink;
    const Event& event;

    constexpr void card_lost(Seat seat, Card card) { sink.lose(seat, card, 1); }
    constexpr void alike_lost(EventForSeat, int copies) {
      if (event.number != 0) return sink.fold_all(event);
      sink.lose(event.seat, event.card, copies);
    }
    constexpr void pile_shuffled() { sink.shuffle(); }
    constexpr void card_drawn(EventForSeat) {
      if (event.number == 0) return sink.draw(event);
      sink.note_drawn(event);
      sink.fold_all(event);
    }
    constexpr void kitten_drawn(EventForSeat draw) { card_drawn(draw); }
    constexpr void kitten_kept(Seat seat) { card_gained(seat, Card::Exploding); }
    constexpr void card_taken(Seat, Seat to, Card card) { card_gained(to, card); }
    constexpr void card_gained(Seat seat, Card card) {
      sink.note(seat, card);
      sink.fold_all(event);
    }
    constexpr void card_moved(EventForSeat, Seat, Seat to) {
      sink.note_secret(to, event);
      sink.fold_all(event);
    }
    constexpr void game_started(EventForSeat) {
      for (KindMask& kinds : sink.maybe_known_) kinds = bit(Card::Defuse);
      sink.fold_all(event);
    }
    constexpr void top_seen(EventForSeat) { sink.fold_all(event); }
    constexpr void top_shown(EventForSeat) { sink.fold_all(event); }
    constexpr void ends_swapped() { sink.fold_all(event); }
    constexpr void kittens_on_top(int) { sink.fold_all(event); }
    constexpr void kitten_found(EventForSeat) { sink.fold_all(event); }
    constexpr void card_put_back(EventForSeat) { sink.fold_all(event); }
    constexpr void seat_died(EventForSeat) { sink.fold_all(event); }
    constexpr void kittens_returned(int) { sink.fold_all(event); }
    constexpr void kitten_gone(Card) { sink.fold_all(event); }
    constexpr void card_collected(EventForSeat) { sink.fold_all(event); }
    constexpr void card_put_on_top(EventForSeat) { sink.fold_all(event); }
    constexpr void top_lifted(EventForSeat) { sink.fold_all(event); }
    constexpr void top_buried(EventForSeat) { sink.fold_all(event); }
  };

  constexpr Knowledge& known(int i) { return seats.known_[static_cast<std::size_t>(i)]; }

  constexpr void reset_maybe_known() {
    for (KindMask& kinds : maybe_known_) kinds = ~KindMask{0};
  }
  constexpr void note(Seat seat, Card card) { maybe_known_[seat] |= bit(card); }
  // A secret card that no seat sees is known to nobody.
  constexpr void note_secret(Seat seat, const Event& event) {
    if (event.secrets != 0) note(seat, event.secret_card());
  }

  // A seat that knew the card's place in the pile knows it in that hand now.
  constexpr void note_drawn(const Event& event) {
    maybe_known_[event.seat] |= event.secrets != 0 ? bit(event.secret_card()) : ~KindMask{0};
  }

  constexpr void lose(Seat seat, Card card, int copies) {
    if ((maybe_known_[seat] & bit(card)) != 0) lose_known(seat, card, copies);
  }
  [[gnu::noinline]] constexpr void lose_known(Seat seat, Card card, int copies) {
    bool anybody_knew = false;
    for (; copies > 0; --copies) {
      for (int i = 0; i < count; ++i) anybody_knew |= KnowledgeFold(known(i)).loses(seat, card);
    }
    if (!anybody_knew) maybe_known_[seat] &= ~bit(card);
  }

  // From the top.
  [[gnu::noinline]] constexpr void draw(const Event& event) {
    SeatMask rest = 0;
    for (int i = 0; i < count; ++i) {
      if (!KnowledgeFold(known(i)).draw_from_unknown_pile()) rest |= seat_bit(static_cast<Seat>(i));
    }
    if (rest == 0) return;
    note_drawn(event);
    fold_for(event, rest);
  }

  [[gnu::noinline]] constexpr void shuffle() {
    for (int i = 0; i < count; ++i) KnowledgeFold(known(i)).pile_shuffled();
  }

  constexpr void fold_all(const Event& event) { fold_for(event, all_seats(count)); }
  // Not inlined: events are emitted in many places, and GPU compilers would copy it to each.
  [[gnu::noinline]] constexpr void fold_for(const Event& event, SeatMask viewers) {
    for (; viewers != 0; viewers = static_cast<SeatMask>(viewers & (viewers - 1))) {
      const Seat viewer = first_seat(viewers);
      fold(known(viewer), EventForSeat(event, holds(event.knows, viewer)));
    }
  }

  // Per hand, a superset of the kinds that any other seat knows to be in it.
  std::array<KindMask, kSeatPlaces> maybe_known_{};
};

}  // namespace nl
