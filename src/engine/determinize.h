// Samples a world that a viewer can't tell from the true one: deals the unseen cards again. For
// search, and for the test that views hold no secrets.
#pragma once

#include "engine/fact_matching.h"
#include "engine/hidden_kittens.h"
#include "engine/odds.h"
#include "engine/random.h"
#include "engine/view.h"

namespace nl {

template <class Words>
class Determinizer {
 public:
  constexpr Determinizer(const Rules& rules, const View& v, Words& words)
      : rules_(rules), v_(v), words_(words) {}

  // Every consistent world is equally likely, as a deal of individual cards. Known cards get places
  // by a random matching of their ranges, kittens and Streaking Kittens then go where they may be,
  // and all other cards fill the rest in random order.
  constexpr State deal() {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      begin();
      place_known_hands();
      place_known_cards();
      if (place_imploding(attempt + 1 == kAttempts)) break;
    }
    if (kittens_in_hands(rules_)) hide_kittens();
    scatter(Card::Exploding);
    if (kittens_in_hands(rules_)) scatter(Card::Streaking);
    deal_rest();
    lift_again();
    return s_;
  }

 private:
  static constexpr int kAttempts = 64;

  constexpr void begin() {
    s_ = public_part();
    rest_ = unseen(rules_, v_);
    taken_ = {};
    no_kitten_ = {};
  }

  constexpr State public_part() const {
    State s;
    s.discard = v_.discard;
    s.frames = v_.frames;
    s.depth = v_.depth;
    s.play = v_.play;
    s.pending = v_.pending;
    s.owed = v_.owed;
    s.pile_size = v_.pile_size;
    s.discard_top = v_.discard_top;
    s.seats = v_.seats;
    s.turn = v_.turn;
    s.alive = v_.alive;
    s.cursed = v_.cursed;
    s.forward = v_.forward;
    s.attacked = v_.attacked;
    s.faceup = v_.faceup;
    s.with_marks = v_.with_marks;
    s.marked = v_.marked;
    if (v_.viewer < v_.seats) {
      s.hands[v_.viewer] = v_.hand;
      s.hand_size[v_.viewer] = v_.hand_size[v_.viewer];
    }
    if (s.top().phase == Phase::Window) ask_again(s);
    return s;
  }
  // The view hides who else has answered: everybody who may answer is asked again.
  constexpr void ask_again(State& s) const {
    s.play.waiting =
        rules_.nope_asks == NopeAsks::Holders ? v_.asked : without(s.alive, s.play.last);
    if (v_.viewer < v_.seats && !v_.may_act) s.play.waiting = without(s.play.waiting, v_.viewer);
    if (v_.committed) s.play.committed = seat_bit(v_.viewer);
  }

  constexpr bool draw_from_rest(Card card) {
    if (rest_[card] == 0) return false;
    --rest_[card];
    return true;
  }
  constexpr void hold(Seat seat, Card card) {
    if (s_.hand_size[seat] >= v_.hand_size[seat] || !draw_from_rest(card)) return;
    ++s_.hands[seat][card];
    ++s_.hand_size[seat];
  }
  constexpr void place_known_hands() {
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      if (seat == v_.viewer || !holds(v_.alive, seat)) continue;
      const Counts hand = known_hand(v_, seat);
      for (int kind = 0; kind < kCardKinds; ++kind) {
        for (int i = 0; i < hand[card_at(kind)]; ++i) hold(seat, card_at(kind));
      }
    }
  }

  constexpr void put(int place, Card card) {
    s_.from_top(place) = card;
    taken_[static_cast<std::size_t>(place)] = true;
  }
  constexpr int free_places(int low, int high) const {
    int free = 0;
    for (int place = low; place <= high; ++place) free += is_free(place);
    return free;
  }
  constexpr bool is_free(int place) const {
    const auto at = static_cast<std::size_t>(place);
    return !taken_[at] && !no_kitten_[at];
  }
  // One of the free places, each as likely; -1 if there is none.
  constexpr int free_place(int low, int high) {
    const int free = free_places(low, high);
    if (free == 0) return -1;
    int skip = static_cast<int>(bounded(words_, static_cast<std::uint32_t>(free)));
    int place = low;
    while (!is_free(place) || skip-- > 0) ++place;
    return place;
  }
  // The card of a fact. If a kitten can't be known, only the place is reserved: the rest of the
  // deal fills it after the kittens have gone elsewhere.
  constexpr void put_fact(int place, Card card) {
    if (card == kNoKitten) {
      no_kitten_[static_cast<std::size_t>(place)] = true;
    } else if (draw_from_rest(card)) {
      put(place, card);
    }
  }
  constexpr void place_known_cards() {
    if (v_.doom_on_top && draw_from_rest(Card::Imploding)) put(0, Card::Imploding);
    const FactMatching matching(v_.known, v_.doom_on_top, imploding_low(v_));
    for (int i = 0; i < v_.known.facts(); ++i) {
      const PileFact& fact = v_.known.fact(i);
      if (v_.doom_on_top && fact.card == Card::Imploding) continue;
      const bool below = fact.card == Card::Imploding && fact.high == imploding_low(v_);
      if (fact.exact() || below) put_fact(fact.high, fact.card);
    }
    PlaceSet taken = matching.pinned();
    unsigned rest = matching.all();
    for (int i = 0; i < matching.ranges(); ++i) {
      rest &= ~(1u << i);
      const int place = matched_place(matching, i, rest, taken);
      if (place < 0) continue;  // no matching: a Knowledge from outside that contradicts itself
      taken.add(place);
      put_fact(place, v_.known.fact(matching.fact(i)).card);
    }
  }
  // A place of the range, by the number of ways in which the `rest` of the ranges can follow.
  constexpr int matched_place(const FactMatching& matching, int range, unsigned rest,
                              const PlaceSet& taken) {
    std::array<std::uint64_t, kMaxBox + 1> ways{};
    std::uint64_t all = 0;
    for (int place = matching.low(range); place <= matching.high(range) && place < s_.pile_size;
         ++place) {
      if (taken.has(place)) continue;
      all += ways[static_cast<std::size_t>(place)] =
          matching.count_outside(rest, taken.with(place));
    }
    if (all == 0) return -1;
    Ways pick = below(all);
    int place = matching.low(range);
    while (pick >= ways[static_cast<std::size_t>(place)]) {
      pick -= ways[static_cast<std::size_t>(place++)];
    }
    return place;
  }
  // A number below `n`, each as likely.
  constexpr Ways below(Ways n) {
    int bits = 0;
    while (n >> bits > 1) ++bits;
    for (;;) {
      Ways drawn = 0;
      for (int i = 0; i <= bits; i += 32) drawn = drawn << 32 | words_();
      drawn &= (Ways{1} << bits << 1) - 1;
      if (drawn < n) return drawn;
    }
  }

  // The Imploding Kittens that are known nowhere. False if one came to lie face up on top, where
  // the viewer would see it: another deal is as likely as this one. `force` deals it elsewhere.
  constexpr bool place_imploding(bool force) {
    const int low = imploding_low(v_);
    while (rest_[Card::Imploding] != 0) {
      const int place = free_place(force ? low : 0, s_.pile_size - 1);
      if (place < 0) return true;
      if (place < low) return false;
      --rest_[Card::Imploding];
      put(place, Card::Imploding);
    }
    return true;
  }

  // Deals Exploding and Streaking Kittens to hands and to the cards that are gone, zone by zone, by
  // the number of ways in which the rest can follow. The others are left for the pile.
  constexpr void hide_kittens() {
    HiddenKittens hidden(rules_, at_large(v_, unseen(rules_, v_)));
    add_zones(v_, unseen(rules_, v_), hidden);
    AtLarge left = hidden.cards();
    const int free = free_places(0, s_.pile_size - 1);
    for (int zone = 0; zone < hidden.zones(); ++zone) {
      const ZoneShare share = zone_share(hidden, zone, left, free);
      give(hidden.zone(zone), Card::Exploding, share.exploding);
      give(hidden.zone(zone), Card::Streaking, share.streaking);
      left.exploding -= share.exploding;
      left.streaking -= share.streaking;
    }
  }
  constexpr ZoneShare zone_share(const HiddenKittens& hidden, int zone, const AtLarge& left,
                                 int free) {
    Ways all = 0;
    for_each_share(hidden, zone, left, free, [&](ZoneShare, Ways ways) { all += ways; });
    ZoneShare picked{};
    if (all == 0) return picked;
    Ways pick = below(all);
    bool found = false;
    for_each_share(hidden, zone, left, free, [&](ZoneShare share, Ways ways) {
      if (!found && pick < ways) {
        picked = share;
        found = true;
      }
      if (!found) pick -= ways;
    });
    return picked;
  }
  template <class Visit>
  constexpr void for_each_share(const HiddenKittens& hidden, int zone, const AtLarge& left,
                                int free, Visit visit) const {
    for (int e = 0; e <= left.exploding; ++e) {
      for (int s = 0; s <= left.streaking; ++s) {
        const Ways here = hidden.ways(hidden.zone(zone), {e, s});
        if (here == 0) continue;
        const AtLarge rest{left.exploding - e, 0, left.streaking - s};
        visit(ZoneShare{e, s}, here * ways_after(hidden, zone + 1, rest, free));
      }
    }
  }
  // The ways for the zones from `zone` on, and the pile, to take the cards.
  constexpr Ways ways_after(const HiddenKittens& hidden, int zone, const AtLarge& left,
                            int free) const {
    if (zone == hidden.zones()) {
      return choose(free, left.exploding) * choose(free - left.exploding, left.streaking);
    }
    Ways all = 0;
    for_each_share(hidden, zone, left, free, [&](ZoneShare, Ways ways) { all += ways; });
    return all;
  }
  constexpr void give(const HiddenZone& zone, Card card, int copies) {
    for (int i = 0; i < copies; ++i) {
      if (zone.seat == kNoSeat) {
        draw_from_rest(card);
      } else {
        hold(zone.seat, card);
      }
    }
  }

  // Another player has the top card in hand to bury it: the deal decides which card it is.
  constexpr void lift_again() {
    Frame& top = s_.top();
    if (top.phase != Phase::Bury || top.a < kCardPlaces) return;
    top.a = static_cast<std::uint8_t>(s_.from_top(0));
    --s_.pile_size;
  }
  constexpr void scatter(Card card) {
    while (rest_[card] != 0) {
      const int place = free_place(0, s_.pile_size - 1);
      if (place < 0) return;
      --rest_[card];
      put(place, card);
    }
  }

  // The rest in random order: first into the free places of the pile, then into the hands. Cards
  // left over are out of the game.
  constexpr void deal_rest() {
    std::array<Card, kMaxBox> cards{};
    int n = 0;
    for (int kind = 0; kind < kCardKinds; ++kind) {
      for (int i = 0; i < rest_[card_at(kind)]; ++i)
        cards[static_cast<std::size_t>(n++)] = card_at(kind);
    }
    fisher_yates(words_, cards.data(), n);
    for (int place = 0; place < s_.pile_size && n > 0; ++place) {
      if (!taken_[static_cast<std::size_t>(place)])
        put(place, cards[static_cast<std::size_t>(--n)]);
    }
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      while (s_.hand_size[seat] < v_.hand_size[seat] && n > 0) {
        ++s_.hands[seat][cards[static_cast<std::size_t>(--n)]];
        ++s_.hand_size[seat];
      }
    }
  }

  const Rules& rules_;
  const View& v_;
  Words& words_;
  State s_{};
  Counts rest_{};
  std::array<bool, kMaxBox + 1> taken_{};
  std::array<bool, kMaxBox + 1> no_kitten_{};
};

template <class Words>
constexpr State determinize(const Rules& rules, const View& v, Words& words) {
  return Determinizer<Words>(rules, v, words).deal();
}

}  // namespace nl
