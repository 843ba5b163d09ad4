// Updates one seat's Knowledge from that seat's redacted events.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/card.h"
#include "engine/event.h"
#include "engine/event_effects.h"
#include "engine/held_cards.h"
#include "engine/knowledge.h"
#include "engine/seat.h"

namespace nl {

// Large: one method for each row of the table of event effects (event_effects.h), and the steps
// that several of them share.
class KnowledgeFold {
 public:
  constexpr explicit KnowledgeFold(Knowledge& known) : k_(known) {}

  // ---- effects of events (event_effects.h) ------------------------------------------------------

  constexpr void game_started(EventForSeat event) {
    k_.pile_size_ = event.number();
    for (Seat seat = 0; seat < k_.seats_; ++seat) gains(seat, Card::Defuse);
  }
  constexpr void card_lost(Seat seat, Card card) { loses(seat, card); }
  constexpr void alike_lost(EventForSeat event, int copies) {
    for (int i = event.number(); i < copies; ++i) loses(event.seat(), event.card());
    for (int i = 0; i < event.number(); ++i) loses(event.seat(), Card::Feral);
  }
  constexpr void pile_shuffled() { forget_pile(); }
  constexpr void top_seen(EventForSeat event) {
    if (event.seat() < kMaxSeats) k_.peeked_[event.seat()] = event.number();
    if (event.secrets() != 0) {
      learn_top(event);
    } else if (event.kind() != EventKind::Saw && event.kind() != EventKind::Shown) {
      blur_top(event.number());
    }
  }
  constexpr void ends_swapped() {
    k_.peeked_ = {};
    const int last = k_.pile_size_ - 1;
    if (last < 1) return;
    for (int i = 0; i < k_.fact_count_; ++i) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      const bool at_top = fact.low == 0;
      const bool at_bottom = fact.high == last;
      if (fact.exact()) {
        if (at_top)
          fact.low = fact.high = static_cast<std::uint8_t>(last);
        else if (at_bottom)
          fact.low = fact.high = 0;
        continue;
      }
      // At an end it may have gone to the other; in between it stays.
      if (at_top && !at_bottom) {
        fact.low = 1;
        fact.high = static_cast<std::uint8_t>(last);
      } else if (at_bottom && !at_top) {
        fact.low = 0;
        fact.high = static_cast<std::uint8_t>(last - 1);
      }
    }
  }
  constexpr void kittens_on_top(int kittens) {
    forget_pile();
    for (int i = 0; i < kittens; ++i) learn(Card::Exploding, i, i);
  }
  constexpr void card_drawn(EventForSeat event) {
    gains(event.seat(), leave(event, secret_or_none(event)));
  }
  constexpr void kitten_drawn(EventForSeat event) { leave(event, event.card()); }
  constexpr void kitten_found(EventForSeat event) {
    leave(event, event.card());
    k_.found_ = 1;
  }
  constexpr void kitten_kept(Seat seat) {
    if (!has(seat, Card::Exploding)) gains(seat, Card::Exploding);
  }
  constexpr void card_put_back(EventForSeat event) {
    if (event.secrets() != 0) {
      enter(event.secret(), event.card());
    } else {
      enter_somewhere();
    }
  }
  constexpr void seat_died(EventForSeat event) {
    kitten_gone(event.card());
    loses_all(event.seat());
  }
  constexpr void kittens_returned(int kittens) {
    for (int i = 0; i < kittens; ++i) enter(0, Card::Exploding);
  }
  // A kitten that everybody saw leave the game.
  constexpr void kitten_gone(Card card) {
    if (card == Card::Exploding) ++k_.exploded_;
    if (card == Card::Imploding) ++k_.imploded_;
  }
  constexpr void card_moved(EventForSeat event, Seat from, Seat to) {
    const Card card = secret_or_none(event);
    leaves_hand(from, card);
    gains(to, card);
  }
  constexpr void card_taken(Seat from, Seat to, Card card) {
    loses(from, card);
    gains(to, card);
  }
  constexpr void card_gained(Seat seat, Card card) { gains(seat, card); }
  constexpr void card_collected(EventForSeat event) {
    leaves_hand(event.seat(), secret_or_none(event));
    enter(0, secret_or_none(event));
  }
  constexpr void top_shown(EventForSeat event) { top_seen(event); }
  // If no hand can hold a kitten, the others know at least that the card is none.
  constexpr void card_put_on_top(EventForSeat event) {
    const Card given = secret_or_none(event);
    leaves_hand(event.seat(), given);
    if (event.card() != kNoCard) see_on_top(event.card());
    enter(0, given == kNoCard && event.number() != 0 ? kNoKitten : given);
  }
  // The player who lifts a card sees it. For the others nothing changes until it goes back: then a
  // known top card may be anywhere, and a known card below it may have moved up by one.
  constexpr void top_lifted(EventForSeat event) {
    if (event.secrets() != 0) leave(0, event.secret_card());
  }
  constexpr void top_buried(EventForSeat event) {
    if (event.secrets() != 0) {
      enter(event.secret(0), event.secret_card(1));
    } else if (event.number() == 0) {
      for (int i = 0; i < k_.fact_count_; ++i) {
        PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
        if (fact.low == 0) {
          fact.high = static_cast<std::uint8_t>(k_.pile_size_ - 1);
        } else {
          --fact.low;
        }
      }
      limit_ranges();
    }
    k_.peeked_ = {};
  }

  // ---- fast paths of KnowledgeSink --------------------------------------------------------------

  // Removes a card that left a hand in public. Returns whether it was known to be there.
  constexpr bool loses(Seat seat, Card card) {
    if (seat == k_.viewer_) return false;
    const int i = find(held_card(seat, card));
    if (i >= k_.held_count_) return false;
    drop_held(i);
    return true;
  }
  // A draw from the top while the seat knows no card of the pile. Returns false, and does nothing,
  // if it knows one.
  constexpr bool draw_from_unknown_pile() {
    if ((k_.fact_count_ | k_.found_) != 0) return false;
    lower_peeked();
    --k_.pile_size_;
    return true;
  }

 private:
  static constexpr Card secret_or_none(EventForSeat event) {
    return event.secrets() != 0 ? event.secret_card() : kNoCard;
  }

  constexpr void learn(Card card, int low, int high) {
    if (k_.fact_count_ == Knowledge::kMaxFacts) return;  // knowing less is always sound
    k_.facts_[k_.fact_count_++] = {card, static_cast<std::uint8_t>(low),
                                   static_cast<std::uint8_t>(high)};
  }
  constexpr void drop_fact(int i) {
    for (int j = i; j + 1 < k_.fact_count_; ++j) {
      k_.facts_[static_cast<std::size_t>(j)] = k_.facts_[static_cast<std::size_t>(j + 1)];
    }
    k_.facts_[--k_.fact_count_] = {};
  }
  constexpr void forget_pile() {
    while (k_.fact_count_ > 0) k_.facts_[--k_.fact_count_] = {};
    k_.peeked_ = {};
  }

  // A card leaves the pile. `seen` is its kind if this seat saw it. Returns its kind if that
  // follows from a fact. A fact that may speak of the card that left is given up.
  constexpr Card leave(int place, Card seen) {
    Card card = seen;
    bool pinned = false;
    for (int i = 0; i < k_.fact_count_; ++i) {
      if (!k_.fact(i).exact() || k_.fact(i).low != place) continue;
      if (k_.fact(i).card != kNoKitten) card = k_.fact(i).card;
      pinned = true;
      drop_fact(i);
      break;
    }
    for (int i = 0; i < k_.fact_count_;) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      if (fact.covers(place)) {
        if (!pinned && (seen == kNoCard || may_be(fact, seen))) {
          drop_fact(i);
          continue;
        }
        if (fact.low == place) {
          ++fact.low;
        } else if (fact.high == place) {
          --fact.high;
        }
      }
      if (fact.low > place) --fact.low;
      if (fact.high > place) --fact.high;
      ++i;
    }
    --k_.pile_size_;
    return card;
  }
  // Subtracts 1 from every byte that is not 0: adding 127 carries such a byte into its top bit.
  constexpr void lower_peeked() {
    const auto looked = std::bit_cast<std::uint64_t>(k_.peeked_);
    if (looked == 0) return;
    const std::uint64_t tops = (looked + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    k_.peeked_ = std::bit_cast<decltype(k_.peeked_)>(looked - tops);
  }
  constexpr Card leave(EventForSeat draw, Card seen) {
    if (k_.found_ != 0) {
      k_.found_ = 0;
      return seen;
    }
    if (draw.number() != 0) return leave(k_.pile_size_ - 1, seen);
    lower_peeked();
    return leave(0, seen);
  }
  // A card enters at a place that this seat knows.
  constexpr void enter(int place, Card card) {
    for (int i = 0; i < k_.fact_count_; ++i) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      if (fact.low >= place) ++fact.low;
      if (fact.high >= place) ++fact.high;
    }
    ++k_.pile_size_;
    if (card != kNoCard) learn(card, place, place);
  }
  // A card enters at a secret place: every known card may or may not have moved down by one. Its
  // true new place would reveal where the new card went.
  constexpr void enter_somewhere() {
    for (int i = 0; i < k_.fact_count_; ++i) ++k_.facts_[static_cast<std::size_t>(i)].high;
    ++k_.pile_size_;
    limit_ranges();
  }
  // Drops ranges beyond kMaxRanges, so that odds can be counted exactly: the newest ordinary cards
  // first, kittens last.
  constexpr void limit_ranges() {
    int ranges = 0;
    for (int i = 0; i < k_.fact_count_; ++i) ranges += !k_.fact(i).exact();
    for (int kittens = 0; kittens < 2; ++kittens) {
      for (int i = k_.fact_count_ - 1; i >= 0 && ranges > Knowledge::kMaxRanges; --i) {
        const Card card = k_.fact(i).card;
        const bool kitten = card == Card::Exploding || card == Card::Imploding;
        if (k_.fact(i).exact() || kitten != (kittens != 0)) continue;
        drop_fact(i);
        --ranges;
      }
    }
  }
  static constexpr bool may_be(const PileFact& fact, Card card) {
    return fact.card == card || fact.card == kNoKitten;
  }
  // A face-up kitten lies on top and is about to be covered.
  constexpr void see_on_top(Card kitten) {
    for (int i = k_.fact_count_ - 1; i >= 0; --i) {
      if (k_.fact(i).card == kitten || (k_.fact(i).exact() && k_.fact(i).low == 0)) drop_fact(i);
    }
    for (int i = 0; i < k_.fact_count_; ++i) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      if (fact.low == 0) fact.low = 1;
    }
    learn(kitten, 0, 0);
  }
  constexpr bool shown(EventForSeat look, const PileFact& fact) const {
    for (int i = fact.low; i < look.secrets(); ++i) {
      if (may_be(fact, look.secret_card(i))) return true;
    }
    return false;
  }
  // The seat sees the top cards. A fact that reaches below them and may be about one of them is
  // dropped. A fact that can't be about one of them lies below them.
  constexpr void learn_top(EventForSeat look) {
    const int n = look.secrets();
    for (int i = 0; i < k_.fact_count_;) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      if (fact.low < n) {
        if (fact.high < n || shown(look, fact)) {
          drop_fact(i);
          continue;
        }
        fact.low = static_cast<std::uint8_t>(n);
      }
      ++i;
    }
    for (int i = 0; i < n; ++i) learn(look.secret_card(i), i, i);
  }
  // Another player reorders the top cards in secret.
  constexpr void blur_top(int n) {
    for (int i = 0; i < k_.fact_count_; ++i) {
      PileFact& fact = k_.facts_[static_cast<std::size_t>(i)];
      if (fact.low >= n) continue;
      fact.low = 0;
      if (fact.high < n - 1) fact.high = static_cast<std::uint8_t>(n - 1);
    }
    limit_ranges();
  }

  // ---- other hands ------------------------------------------------------------------------------

  constexpr void gains(Seat seat, Card card) {
    if (seat == k_.viewer_ || card == kNoCard || k_.held_count_ == Knowledge::kMaxHeld) return;
    k_.held_[k_.held_count_++] = held_card(seat, card);
  }
  constexpr void drop_held(int i) {
    k_.held_[static_cast<std::size_t>(i)] = k_.held_[--k_.held_count_];
    k_.held_[k_.held_count_] = {};
  }
  constexpr int find(HeldCard card) const { return find_held(k_.held_, k_.held_count_, card); }
  constexpr bool has(Seat seat, Card card) const {
    return find(held_card(seat, card)) < k_.held_count_;
  }
  // One card left the hand unseen: of each kind one fewer is certain.
  constexpr void loses_something(Seat seat) {
    if (seat == k_.viewer_) return;
    KindMask gone = 0;
    for_each_held(k_.held_, k_.held_count_, seat, [&](int i) {
      const KindMask kind = bit(k_.held(i).card());
      if ((gone & kind) != 0) return;
      gone |= kind;
      drop_held(i);
    });
  }
  constexpr void leaves_hand(Seat seat, Card card) {
    if (card == kNoCard) {
      loses_something(seat);
    } else {
      loses(seat, card);
    }
  }
  constexpr void loses_all(Seat seat) {
    for_each_held(k_.held_, k_.held_count_, seat, [&](int i) { drop_held(i); });
  }

  Knowledge& k_;
};

constexpr void fold(Knowledge& known, EventForSeat event) {
  visit_effect(event, KnowledgeFold(known));
}
// `shown` is already redacted for the seat.
constexpr void fold(Knowledge& known, const Event& shown) {
  fold(known, EventForSeat(shown, true));
}

}  // namespace nl
