// Table of the effects of each event on a seat's knowledge. `visit_effect` calls one method
// of an `Effects` object per event: Fold (fold.h) updates one seat, KnowledgeSink a whole table,
// and `concerns` only asks whether there is a call at all. A new EventKind adds its case here.
#pragma once

#include <cstdint>

#include "engine/card.h"
#include "engine/event.h"
#include "engine/seat.h"

namespace nl {

// Inlined, because the kind is a constant in most callers.
template <class Effects>
[[gnu::always_inline]] constexpr void visit_effect(EventForSeat event, Effects&& effects) {
  switch (event.kind()) {
    case EventKind::GameStarted: return effects.game_started(event);
    case EventKind::Played:
    case EventKind::AddedToFive:
    case EventKind::LostBlind:
    case EventKind::Guessed: return effects.card_lost(event.seat(), event.card());
    case EventKind::PlayedPair: return effects.alike_lost(event, 2);
    case EventKind::PlayedTriple: return effects.alike_lost(event, 3);
    case EventKind::Noped: return effects.card_lost(event.seat(), Card::Nope);
    case EventKind::KittenLoose: return effects.card_lost(event.seat(), Card::Exploding);
    case EventKind::Defused:
      if (event.number() == 0) effects.card_lost(event.seat(), Card::Defuse);
      return;
    case EventKind::Shuffled: return effects.pile_shuffled();
    case EventKind::Saw:
    case EventKind::Altering:
    case EventKind::Ordering:
    case EventKind::Altered: return effects.top_seen(event);
    case EventKind::Shown: return effects.top_shown(event);
    case EventKind::Swapped: return effects.ends_swapped();
    case EventKind::Bombed: return effects.kittens_on_top(event.number());
    case EventKind::Drew: return effects.card_drawn(event);
    case EventKind::DrewKitten: return effects.kitten_drawn(event);
    case EventKind::FoundKitten: return effects.kitten_found(event);
    case EventKind::Kept: return effects.kitten_kept(event.seat());
    case EventKind::PutBack: return effects.card_put_back(event);
    case EventKind::Died: return effects.seat_died(event);
    case EventKind::KittensReturned: return effects.kittens_returned(event.number());
    case EventKind::Forfeited: return effects.kitten_gone(event.card());
    case EventKind::Gave: return effects.card_moved(event, event.seat(), event.other());
    case EventKind::Stole: return effects.card_moved(event, event.other(), event.seat());
    case EventKind::TookNamed: return effects.card_taken(event.other(), event.seat(), event.card());
    case EventKind::TookDiscard: return effects.card_gained(event.seat(), event.card());
    case EventKind::Collected: return effects.card_collected(event);
    case EventKind::PutOnTop: return effects.card_put_on_top(event);
    case EventKind::Lifted: return effects.top_lifted(event);
    case EventKind::Buried: return effects.top_buried(event);
    default: return;
  }
}

// Records whether an effect was called.
struct EffectProbe {
  bool called = false;

  constexpr void game_started(EventForSeat) { called = true; }
  constexpr void card_lost(Seat, Card) { called = true; }
  constexpr void alike_lost(EventForSeat, int) { called = true; }
  constexpr void pile_shuffled() { called = true; }
  constexpr void top_seen(EventForSeat) { called = true; }
  constexpr void top_shown(EventForSeat) { called = true; }
  constexpr void ends_swapped() { called = true; }
  constexpr void kittens_on_top(int) { called = true; }
  constexpr void card_drawn(EventForSeat) { called = true; }
  constexpr void kitten_drawn(EventForSeat) { called = true; }
  constexpr void kitten_found(EventForSeat) { called = true; }
  constexpr void kitten_kept(Seat) { called = true; }
  constexpr void card_put_back(EventForSeat) { called = true; }
  constexpr void seat_died(EventForSeat) { called = true; }
  constexpr void kittens_returned(int) { called = true; }
  constexpr void kitten_gone(Card) { called = true; }
  constexpr void card_moved(EventForSeat, Seat, Seat) { called = true; }
  constexpr void card_taken(Seat, Seat, Card) { called = true; }
  constexpr void card_gained(Seat, Card) { called = true; }
  constexpr void card_collected(EventForSeat) { called = true; }
  constexpr void card_put_on_top(EventForSeat) { called = true; }
  constexpr void top_lifted(EventForSeat) { called = true; }
  constexpr void top_buried(EventForSeat) { called = true; }
};

// The kinds that have an effect, as a bit mask.
inline constexpr std::uint64_t kConcerningKinds = [] {
  static_assert(kEventKinds <= 64);
  std::uint64_t kinds = 0;
  for (int kind = 0; kind < kEventKinds; ++kind) {
    EffectProbe probe;
    visit_effect(EventForSeat({.kind = static_cast<EventKind>(kind)}, true), probe);
    if (probe.called) kinds |= std::uint64_t{1} << kind;
  }
  return kinds;
}();

// True if an event of this kind can change what any seat knows: most can't.
constexpr bool concerns(EventKind kind) {
  return (kConcerningKinds >> static_cast<int>(kind) & 1) != 0;
}

}  // namespace nl
