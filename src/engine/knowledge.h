// What one seat knows beyond what everybody sees: cards it can place in the pile, and cards it
// knows in other hands. It is folded from that seat's redacted events and from nothing else, so
// that it can't hold what the seat was not told.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "engine/card.h"
#include "engine/event.h"
#include "engine/seat.h"

namespace nl {

// A card of this kind lies at one of the places from `low` to `high`, counted from the top. No two
// facts speak of the same card.
struct PileFact {
  Card card{};  // kNoKitten: of some other kind than those
  std::uint8_t low = 0;
  std::uint8_t high = 0;

  constexpr bool exact() const { return low == high; }
  constexpr bool covers(int place) const { return low <= place && place <= high; }
  friend constexpr bool operator==(const PileFact&, const PileFact&) = default;
};

// A card known to be in another hand, in one byte.
struct HeldCard {
  std::uint8_t packed = 0;

  constexpr Seat seat() const { return static_cast<Seat>(packed >> 5); }
  constexpr Card card() const { return card_at(packed & 31); }
  friend constexpr bool operator==(HeldCard, HeldCard) = default;
};

constexpr HeldCard held_card(Seat seat, Card card) {
  return {static_cast<std::uint8_t>(seat << 5 | index(card))};
}

class alignas(4) Knowledge {
 public:
  static constexpr int kMaxFacts = 20;
  static constexpr int kMaxHeld = 64;
  // Where what is known lies in memory: mostly all of it is in the first bytes.
  static constexpr int kHeldAt = 16;
  static constexpr int kFirstBytes = 32;
  static constexpr int kFactsAt = kHeldAt + kMaxHeld;

  constexpr Knowledge() = default;
  constexpr Knowledge(Seat viewer, int seats)
      : viewer_(viewer), seats_(static_cast<std::uint8_t>(seats)) {}

  // The same as somebody else has folded it from this seat's events, and tells it: a client's side
  // of what its server knows for it.
  struct Parts {
    std::array<PileFact, kMaxFacts> facts{};
    std::array<HeldCard, kMaxHeld> held{};
    std::array<std::uint8_t, kSeatPlaces> peeked{};
    std::uint8_t fact_count = 0;
    std::uint8_t held_count = 0;
    std::uint8_t pile_size = 0;
    std::uint8_t exploded = 0;
    std::uint8_t imploded = 0;
    bool found = false;  // a kitten was drawn, and its drawer is asked
  };
  constexpr Knowledge(Seat viewer, int seats, const Parts& parts)
      : peeked_(parts.peeked),
        fact_count_(parts.fact_count),
        held_count_(parts.held_count),
        pile_size_(parts.pile_size),
        viewer_(viewer),
        seats_(static_cast<std::uint8_t>(seats)),
        exploded_(parts.exploded),
        imploded_(parts.imploded),
        found_(parts.found),
        held_(parts.held),
        facts_(parts.facts) {}

  constexpr void fold(Told event);
  constexpr void fold(const Event& shown) { fold(Told(shown, true)); }
  // The same for what tells everybody alike: a card that has left a hand for all to see. Says
  // whether it was known to be there.
  constexpr bool fold_lost(Seat seat, Card card) { return loses(seat, card); }
  // The same for a card drawn from the top, where nothing is known of the pile but what anybody has
  // looked at; false where there is more to it.
  constexpr bool fold_plain_draw() {
    if ((fact_count_ | found_) != 0) return false;
    lower_peeked();
    --pile_size_;
    return true;
  }
  constexpr void fold_shuffled() { forget_pile(); }

  // Whether an event of this kind can tell anybody anything beyond what all see: most can't.
  static constexpr bool concerns(EventKind kind) {
    return (kConcerning >> static_cast<int>(kind) & 1) != 0;
  }

  constexpr int facts() const { return fact_count_; }
  constexpr const PileFact& fact(int i) const {
    assert(i >= 0 && i < fact_count_);
    return facts_[static_cast<std::size_t>(i)];
  }
  constexpr int held() const { return held_count_; }
  constexpr HeldCard held(int i) const {
    assert(i >= 0 && i < held_count_);
    return held_[static_cast<std::size_t>(i)];
  }
  constexpr int pile_size() const { return pile_size_; }
  // How many of the top cards `seat` has looked at since the pile last changed its order.
  constexpr int peeked(Seat seat) const { return peeked_[seat]; }
  constexpr const std::array<std::uint8_t, kSeatPlaces>& peeked() const { return peeked_; }
  // Kittens that everybody saw leave the game with a player.
  constexpr int exploded() const { return exploded_; }
  constexpr int imploded() const { return imploded_; }

  constexpr Card at(int place) const {
    for (int i = 0; i < fact_count_; ++i) {
      if (fact(i).exact() && fact(i).low == place && fact(i).card != kNoKitten) return fact(i).card;
    }
    return kNoCard;
  }
  friend constexpr bool operator==(const Knowledge&, const Knowledge&) = default;

 private:
  static constexpr std::uint64_t kConcerning = [] {
    using enum EventKind;
    std::uint64_t kinds = 0;
    for (const EventKind kind :
         {GameStarted,  Played,      AddedToFive, LostBlind, Guessed,     PlayedPair,
          PlayedTriple, Noped,       Shuffled,    Saw,       Altering,    Ordering,
          Altered,      Swapped,     Bombed,      Drew,      DrewKitten,  FoundKitten,
          Kept,         KittenLoose, Defused,     PutBack,   Died,        KittensReturned,
          Forfeited,    Gave,        Stole,       TookNamed, TookDiscard, Collected,
          Shown,        PutOnTop,    Lifted,      Buried}) {
      kinds |= std::uint64_t{1} << static_cast<int>(kind);
    }
    return kinds;
  }();

  // Apart from fold(), which keeps what it is told in registers as long as it is short.
  [[gnu::noinline]] constexpr void fold_rare(Told event) {
    switch (event.kind()) {
      case EventKind::Shown: return look(event);
      case EventKind::PutOnTop: return put_on_top(event);
      case EventKind::Lifted: return lifted(event);
      case EventKind::Buried: return buried(event);
      default: return;
    }
  }

  static constexpr Card secret_or_none(Told event) {
    return event.secrets() != 0 ? event.secret_card() : kNoCard;
  }

  // ---- the pile -------------------------------------------------------------------------------

  constexpr void learn(Card card, int low, int high) {
    if (fact_count_ == kMaxFacts) return;  // knowing less is always sound
    facts_[fact_count_++] = {card, static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
  }
  constexpr void drop_fact(int i) {
    for (int j = i; j + 1 < fact_count_; ++j) {
      facts_[static_cast<std::size_t>(j)] = facts_[static_cast<std::size_t>(j + 1)];
    }
    facts_[--fact_count_] = {};
  }
  constexpr void forget_pile() {
    while (fact_count_ > 0) facts_[--fact_count_] = {};
    peeked_ = {};
  }

  // A card leaves the pile; `seen` is what it was, if this seat saw it. Returns what it must have
  // been, if that is known. A fact that may speak of the card that left is given up.
  constexpr Card leave(int place, Card seen) {
    Card card = seen;
    bool pinned = false;
    for (int i = 0; i < fact_count_; ++i) {
      if (!fact(i).exact() || fact(i).low != place) continue;
      if (fact(i).card != kNoKitten) card = fact(i).card;
      pinned = true;
      drop_fact(i);
      break;
    }
    for (int i = 0; i < fact_count_;) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
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
    --pile_size_;
    return card;
  }
  // One fewer for all who have looked. A byte that is not 0 reaches its top bit by 127 more.
  constexpr void lower_peeked() {
    const auto looked = std::bit_cast<std::uint64_t>(peeked_);
    if (looked == 0) return;
    const std::uint64_t tops = (looked + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    peeked_ = std::bit_cast<decltype(peeked_)>(looked - tops);
  }
  constexpr Card leave(Told draw, Card seen) {
    if (found_ != 0) {
      found_ = 0;
      return seen;
    }
    if (draw.number() != 0) return leave(pile_size_ - 1, seen);
    lower_peeked();
    return leave(0, seen);
  }
  // A card comes in where this seat knows.
  constexpr void enter(int place, Card card) {
    for (int i = 0; i < fact_count_; ++i) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
      if (fact.low >= place) ++fact.low;
      if (fact.high >= place) ++fact.high;
    }
    ++pile_size_;
    if (card != kNoCard) learn(card, place, place);
  }
  // A card comes in somewhere: every known card may or may not have moved down by one. Showing it
  // at its true new place would tell where the new card went.
  constexpr void enter_somewhere() {
    for (int i = 0; i < fact_count_; ++i) ++facts_[static_cast<std::size_t>(i)].high;
    ++pile_size_;
  }
  constexpr void put_back(Told event) {
    if (event.secrets() != 0) {
      enter(event.secret(), event.card());
    } else {
      enter_somewhere();
    }
  }
  static constexpr bool may_be(const PileFact& fact, Card card) {
    return fact.card == card || fact.card == kNoKitten;
  }
  // A card of somebody's hand comes on top, of which at least is known that it is no kitten.
  constexpr void put_on_top(Told event) {
    const Card given = secret_or_none(event);
    leaves_hand(event.seat(), given);
    if (event.card() != kNoCard) see_on_top(event.card());
    enter(0, given == kNoCard && event.number() != 0 ? kNoKitten : given);
  }
  // The kitten that lies there for all to see, and is about to be covered.
  constexpr void see_on_top(Card kitten) {
    for (int i = fact_count_ - 1; i >= 0; --i) {
      if (fact(i).card == kitten || (fact(i).exact() && fact(i).low == 0)) drop_fact(i);
    }
    for (int i = 0; i < fact_count_; ++i) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
      if (fact.low == 0) fact.low = 1;
    }
    learn(kitten, 0, 0);
  }
  // Who lifts a card sees it. For the others nothing has changed until it goes back: then what was
  // known of the top may be anywhere, and what lay below it has moved up by one, or not.
  constexpr void lifted(Told event) {
    if (event.secrets() != 0) leave(0, event.secret_card());
  }
  constexpr void buried(Told event) {
    if (event.secrets() != 0) {
      enter(event.secret(0), event.secret_card(1));
    } else if (event.number() == 0) {
      for (int i = 0; i < fact_count_; ++i) {
        PileFact& fact = facts_[static_cast<std::size_t>(i)];
        if (fact.low == 0) {
          fact.high = static_cast<std::uint8_t>(pile_size_ - 1);
        } else {
          --fact.low;
        }
      }
    }
    peeked_ = {};
  }

  constexpr bool shown(Told look, const PileFact& fact) const {
    for (int i = fact.low; i < look.secrets(); ++i) {
      if (may_be(fact, look.secret_card(i))) return true;
    }
    return false;
  }
  // The top cards are these. A fact that reaches beyond them and may speak of one of them is given
  // up; one that can't be meant lies below them.
  constexpr void learn_top(Told look) {
    const int n = look.secrets();
    for (int i = 0; i < fact_count_;) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
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
  // Somebody else puts the top cards into an order of their own.
  constexpr void blur_top(int n) {
    for (int i = 0; i < fact_count_; ++i) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
      if (fact.low >= n) continue;
      fact.low = 0;
      if (fact.high < n - 1) fact.high = static_cast<std::uint8_t>(n - 1);
    }
  }
  constexpr void look(Told event) {
    if (event.seat() < kMaxSeats) peeked_[event.seat()] = event.number();
    if (event.secrets() != 0) {
      learn_top(event);
    } else if (event.kind() != EventKind::Saw && event.kind() != EventKind::Shown) {
      blur_top(event.number());
    }
  }
  constexpr void swap_ends() {
    peeked_ = {};
    const int last = pile_size_ - 1;
    if (last < 1) return;
    for (int i = 0; i < fact_count_; ++i) {
      PileFact& fact = facts_[static_cast<std::size_t>(i)];
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
  constexpr void bomb(int kittens) {
    forget_pile();
    for (int i = 0; i < kittens; ++i) learn(Card::Exploding, i, i);
  }

  // ---- other hands ------------------------------------------------------------------------------

  constexpr void gains(Seat seat, Card card) {
    if (seat == viewer_ || card == kNoCard || held_count_ == kMaxHeld) return;
    held_[held_count_++] = held_card(seat, card);
  }
  constexpr void drop_held(int i) {
    held_[static_cast<std::size_t>(i)] = held_[--held_count_];
    held_[held_count_] = {};
  }
  // Places of such cards: the first one, held_count_ or more for none; and of one seat's all, from
  // the last on, so that they may be dropped.
#if defined(__CUDA_ARCH__)
  // A GPU looks at four at once, since its threads wait for each other in every round of a loop.
  constexpr std::uint32_t four_held(int at) const {
    std::uint32_t word = 0;
    __builtin_memcpy(&word, __builtin_assume_aligned(&held_[static_cast<std::size_t>(at)], 4), 4);
    return word;
  }
  static constexpr std::uint32_t four_of(HeldCard card) { return card.packed * 0x01010101u; }

  constexpr int find_held(HeldCard card) const {
    for (int i = 0; i < held_count_; i += 4) {
      const std::uint32_t other = four_held(i) ^ four_of(card);
      // The lowest byte that is 0 gets its top bit; above it others may, too.
      const std::uint32_t equal = (other - 0x01010101u) & ~other & 0x80808080u;
      if (equal != 0) return i + lowest_bit(equal) / 8;
    }
    return held_count_;
  }
  template <class Visit>
  constexpr void for_each_held(Seat seat, Visit visit) {
    for (int i = (held_count_ - 1) & ~3; i >= 0; i -= 4) {
      const std::uint32_t other = (four_held(i) ^ four_of(held_card(seat, Card{}))) & 0xE0E0E0E0u;
      // All bytes that are 0 get their top bit, the highest is the next one.
      std::uint32_t equal = ~((other >> 1) + 0x70707070u) & 0x80808080u;
      while (equal != 0) {
        const std::uint32_t half = equal | equal >> 8;
        const int top = count_bits(half | half >> 16) - 1;
        equal ^= 0x80u << 8 * top;
        if (i + top < held_count_) visit(i + top);
      }
    }
  }
#else
  constexpr int find_held(HeldCard card) const {
    for (int i = 0; i < held_count_; ++i) {
      if (held(i) == card) return i;
    }
    return held_count_;
  }
  template <class Visit>
  constexpr void for_each_held(Seat seat, Visit visit) {
    for (int i = held_count_ - 1; i >= 0; --i) {
      if (held(i).seat() == seat) visit(i);
    }
  }
#endif
  constexpr bool has(Seat seat, Card card) const {
    return find_held(held_card(seat, card)) < held_count_;
  }
  constexpr bool loses(Seat seat, Card card) {
    if (seat == viewer_) return false;
    const int i = find_held(held_card(seat, card));
    if (i >= held_count_) return false;
    drop_held(i);
    return true;
  }
  // One card left the hand unseen: of each kind one fewer is certain.
  constexpr void loses_something(Seat seat) {
    if (seat == viewer_) return;
    KindMask gone = 0;
    for_each_held(seat, [&](int i) {
      const KindMask kind = bit(held(i).card());
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
    for_each_held(seat, [&](int i) { drop_held(i); });
  }
  constexpr void moves(Told event, Seat from, Seat to) {
    const Card card = secret_or_none(event);
    leaves_hand(from, card);
    gains(to, card);
  }
  constexpr void loses_alike(Told event, int copies) {
    for (int i = event.number(); i < copies; ++i) loses(event.seat(), event.card());
    for (int i = 0; i < event.number(); ++i) loses(event.seat(), Card::Feral);
  }
  constexpr void started(Told event) {
    pile_size_ = event.number();
    for (Seat seat = 0; seat < seats_; ++seat) gains(seat, Card::Defuse);
  }
  constexpr void kitten_gone(Card card) {
    if (card == Card::Exploding) ++exploded_;
    if (card == Card::Imploding) ++imploded_;
  }

  // What is mostly in use comes first, so that a GPU can leave the rest where it is.
  std::array<std::uint8_t, kSeatPlaces> peeked_{};
  std::uint8_t fact_count_ = 0;
  std::uint8_t held_count_ = 0;
  std::uint8_t pile_size_ = 0;
  Seat viewer_ = kWatcher;
  std::uint8_t seats_ = 0;
  std::uint8_t exploded_ = 0;
  std::uint8_t imploded_ = 0;
  std::uint8_t found_ = 0;  // a kitten was drawn and is not told to the others yet
  std::array<HeldCard, kMaxHeld> held_{};
  std::array<PileFact, kMaxFacts> facts_{};

  static constexpr bool lies_as_said() {
    return offsetof(Knowledge, held_) == kHeldAt && offsetof(Knowledge, facts_) == kFactsAt;
  }
  friend struct KnowledgeLayout;
};

struct KnowledgeLayout {
  static_assert(Knowledge::lies_as_said());
};
static_assert(kEventKinds <= 64);
static_assert(sizeof(Knowledge) <= 192 && std::is_trivially_copyable_v<Knowledge>);

constexpr void Knowledge::fold(Told event) {
  switch (event.kind()) {
    case EventKind::GameStarted: return started(event);
    case EventKind::Played:
    case EventKind::AddedToFive:
    case EventKind::LostBlind:
    case EventKind::Guessed: loses(event.seat(), event.card()); return;
    case EventKind::PlayedPair: return loses_alike(event, 2);
    case EventKind::PlayedTriple: return loses_alike(event, 3);
    case EventKind::Noped: loses(event.seat(), Card::Nope); return;
    case EventKind::Shuffled: return forget_pile();
    case EventKind::Saw:
    case EventKind::Altering:
    case EventKind::Ordering:
    case EventKind::Altered: return look(event);
    case EventKind::Swapped: return swap_ends();
    case EventKind::Bombed: return bomb(event.number());
    case EventKind::Drew: return gains(event.seat(), leave(event, secret_or_none(event)));
    case EventKind::DrewKitten: leave(event, event.card()); return;
    case EventKind::FoundKitten:
      leave(event, event.card());
      found_ = 1;
      return;
    case EventKind::Kept:
      if (!has(event.seat(), Card::Exploding)) gains(event.seat(), Card::Exploding);
      return;
    case EventKind::KittenLoose: loses(event.seat(), Card::Exploding); return;
    case EventKind::Defused:
      if (event.number() == 0) loses(event.seat(), Card::Defuse);
      return;
    case EventKind::PutBack: return put_back(event);
    case EventKind::Died: kitten_gone(event.card()); return loses_all(event.seat());
    case EventKind::KittensReturned:
      for (int i = 0; i < event.number(); ++i) enter(0, Card::Exploding);
      return;
    case EventKind::Forfeited: return kitten_gone(event.card());
    case EventKind::Gave: return moves(event, event.seat(), event.other());
    case EventKind::Stole: return moves(event, event.other(), event.seat());
    case EventKind::TookNamed:
      loses(event.other(), event.card());
      return gains(event.seat(), event.card());
    case EventKind::TookDiscard: return gains(event.seat(), event.card());
    case EventKind::Collected:
      leaves_hand(event.seat(), secret_or_none(event));
      return enter(0, secret_or_none(event));
    default: return fold_rare(event);
  }
}

}  // namespace nl
