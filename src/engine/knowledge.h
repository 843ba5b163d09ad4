// Private knowledge of one seat: cards it can place in the pile, and cards it knows in other hands.
// This header holds the data and its queries. fold.h updates it from the seat's redacted events and
// from nothing else, so it can't hold a secret that the seat must not know.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/card.h"
#include "engine/seat.h"

namespace nl {

// A card of this kind lies at one of the places from `low` to `high`, counted from the top. Each
// fact is about a different card.
struct PileFact {
  Card card{};  // kNoKitten: of some other kind than those
  std::uint8_t low = 0;
  std::uint8_t high = 0;

  constexpr bool exact() const { return low == high; }
  constexpr bool covers(int place) const { return low <= place && place <= high; }
  friend constexpr bool operator==(const PileFact&, const PileFact&) = default;
};

// A card known to be in another hand: seat and kind in one byte, in two above 32 card slots.
struct HeldCard {
  static constexpr int kCardBits = kCardPlaces <= 32 ? 5 : 6;
  using Packed = std::conditional_t<kCardBits == 5, std::uint8_t, std::uint16_t>;
  Packed packed = 0;

  constexpr Seat seat() const { return static_cast<Seat>(packed >> kCardBits); }
  constexpr Card card() const { return card_at(packed & ((1 << kCardBits) - 1)); }
  friend constexpr bool operator==(HeldCard, HeldCard) = default;
};

constexpr HeldCard held_card(Seat seat, Card card) {
  return {static_cast<HeldCard::Packed>(seat << HeldCard::kCardBits | index(card))};
}

class alignas(4) Knowledge {
 public:
  static constexpr int kMaxFacts = 20;
  static constexpr int kMaxRanges = 8;  // facts that are not exact
  static constexpr int kMaxHeld = 64;
  // Byte offsets. Nearly always everything in use lies in the first kFirstBytes.
  static constexpr int kHeldAt = 16;
  static constexpr int kFirstBytes = 32;
  static constexpr int kFactsAt = kHeldAt + kMaxHeld * static_cast<int>(sizeof(HeldCard));

  constexpr Knowledge() = default;
  constexpr Knowledge(Seat viewer, int seats)
      : viewer_(viewer), seats_(static_cast<std::uint8_t>(seats)) {}

  // Plain members for readers and writers: a client rebuilds the value that its server sent.
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
  // Number of top cards `seat` has looked at since the pile last changed its order.
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
  // The fields used most come first, so that a GPU need not move the rest.
  std::array<std::uint8_t, kSeatPlaces> peeked_{};
  std::uint8_t fact_count_ = 0;
  std::uint8_t held_count_ = 0;
  std::uint8_t pile_size_ = 0;
  Seat viewer_ = kWatcher;
  std::uint8_t seats_ = 0;
  std::uint8_t exploded_ = 0;
  std::uint8_t imploded_ = 0;
  std::uint8_t found_ = 0;  // a kitten was drawn and the others do not know yet
  std::array<HeldCard, kMaxHeld> held_{};
  std::array<PileFact, kMaxFacts> facts_{};

  static constexpr bool layout_matches() {
    return offsetof(Knowledge, held_) == kHeldAt && offsetof(Knowledge, facts_) == kFactsAt;
  }
  friend struct KnowledgeLayout;
  friend class KnowledgeFold;
};

struct KnowledgeLayout {
  static_assert(Knowledge::layout_matches());
};
static_assert(sizeof(Knowledge) <= 128 + 64 * sizeof(HeldCard) &&
              std::is_trivially_copyable_v<Knowledge>);

}  // namespace nl
