// Counter of the places of kittens that a viewer can't see: in the pile, and with a Streaking
// Kitten also in another hand or gone with a dead player's cards.
//
// A world is a deal of individual cards, all equally likely. Ordinary cards fill the slots that
// kittens and Streaking Kittens leave, in the same number of ways in every case, so only the places
// of those count.
#pragma once

#include <array>
#include <cstdint>

#include "engine/card.h"
#include "engine/knowledge.h"
#include "engine/rules.h"
#include "engine/seat.h"
#include "engine/state.h"

namespace nl {

__extension__ using Ways = unsigned __int128;

// Division by a small number in steps of 32 bits: WebAssembly's library lacks a division of Ways.
constexpr Ways divided(Ways n, unsigned by) {
  Ways result = 0;
  std::uint64_t rest = 0;
  for (int at = 96; at >= 0; at -= 32) {
    rest = rest << 32 | (static_cast<std::uint64_t>(n >> at) & 0xFFFFFFFFu);
    result = result << 32 | rest / by;
    rest %= by;
  }
  return result;
}

constexpr Ways choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  if (k > n - k) k = n - k;
  if (k < 2) return k == 0 ? 1 : static_cast<unsigned>(n);  // mostly
  Ways ways = 1;
  for (int i = 1; i <= k; ++i) {
    ways = divided(ways * static_cast<unsigned>(n - k + i), static_cast<unsigned>(i));
  }
  return ways;
}

// The cards that are fixed nowhere.
struct AtLarge {
  int exploding = 0;
  int imploding = 0;
  int streaking = 0;
};

// A hand, or the cards that are gone unseen, with slots that are still free.
struct HiddenZone {
  int slots = 0;
  int kittens = 0;      // Exploding Kittens known to be there
  int streaking = 0;    // Streaking Kittens known to be there
  Seat seat = kNoSeat;  // none: the cards that are gone
};

// A zone's share of the cards at large.
struct ZoneShare {
  int exploding = 0;
  int streaking = 0;
};

class HiddenKittens {
 public:
  static constexpr int kMostZones = kMaxSeats + 1;
  // Limits of the tables. Cards beyond them are counted as lying in the pile.
  static constexpr int kMostExploding = 15;
  static constexpr int kMostStreaking = 3;

  constexpr HiddenKittens(const Rules& rules, const AtLarge& cards) : rules_(rules), cards_(cards) {
    if (cards_.exploding > kMostExploding) cards_.exploding = kMostExploding;
    if (cards_.streaking > kMostStreaking) cards_.streaking = kMostStreaking;
  }

  constexpr void add(const HiddenZone& zone) { zones_[static_cast<std::size_t>(count_++)] = zone; }
  constexpr int zones() const { return count_; }
  constexpr const HiddenZone& zone(int i) const { return zones_[static_cast<std::size_t>(i)]; }
  constexpr const AtLarge& cards() const { return cards_; }

  // Most kittens at large that a zone can hold together with so many Streaking Kittens at large;
  // negative where the kittens known there need more.
  constexpr int most_kittens(const HiddenZone& zone, int more_streaking) const {
    const int streaking = zone.streaking + more_streaking;
    const bool at_once = rules_.loose == Loose::AtOnce;
    if (zone.seat == kNoSeat) return at_once ? streaking : 0;
    return (streaking != 0 ? 1 : 0) - (at_once ? zone.kittens : 0);
  }

  // The ways for a zone to hold such a share; 0 if the rules don't let a hand hold it.
  constexpr Ways ways(const HiddenZone& zone, const ZoneShare& share) const {
    if (share.exploding > most_kittens(zone, share.streaking)) return 0;
    return choose(zone.slots, share.streaking) *
           choose(zone.slots - share.streaking, share.exploding);
  }

  // Calls visit(exploding, streaking, ways) for every number of cards that the zones can hold
  // together.
  template <class Visit>
  constexpr void for_each_total(Visit visit) const {
    Table table{};
    table[0][0] = 1;
    for (int i = 0; i < count_; ++i) table = with_zone(table, zone(i));
    for (int e = 0; e <= cards_.exploding; ++e) {
      for (int s = 0; s <= cards_.streaking; ++s) {
        const Ways ways = table[static_cast<std::size_t>(e)][static_cast<std::size_t>(s)];
        if (ways != 0) visit(e, s, ways);
      }
    }
  }

 private:
  using Table = std::array<std::array<Ways, kMostStreaking + 1>, kMostExploding + 1>;

  constexpr Table with_zone(const Table& before, const HiddenZone& zone) const {
    Table after{};
    for (int e = 0; e <= cards_.exploding; ++e) {
      for (int s = 0; s <= cards_.streaking; ++s) {
        const Ways so_far = before[static_cast<std::size_t>(e)][static_cast<std::size_t>(s)];
        if (so_far == 0) continue;
        for (int more_s = 0; s + more_s <= cards_.streaking; ++more_s) {
          const int most = most_kittens(zone, more_s);
          for (int more_e = 0; more_e <= most && e + more_e <= cards_.exploding; ++more_e) {
            after[static_cast<std::size_t>(e + more_e)][static_cast<std::size_t>(s + more_s)] +=
                so_far * ways(zone, {more_e, more_s});
          }
        }
      }
    }
    return after;
  }

  const Rules& rules_;
  AtLarge cards_;
  std::array<HiddenZone, kMostZones> zones_{};
  int count_ = 0;
};

}  // namespace nl
