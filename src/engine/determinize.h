// A world that a viewer can't tell from the true one: the unseen cards dealt anew into the places
// where they may be. For search and for the test that views hold no more than they should.
#pragma once

#include "engine/random.h"
#include "engine/view.h"

namespace nl {

template <class Words>
class Determinizer {
 public:
  constexpr Determinizer(const Rules& rules, const View& v, Words& words)
      : rules_(rules), v_(v), words_(words) {}

  // Deals are tried until one is possible, which keeps all possible ones equally likely, but for
  // cards known to lie in ranges that overlap in part: they are placed one after another, so that a
  // place that fewer of them may take comes up more often. (Trying again at every clash would be
  // even; with a dozen such cards, which expansions bring, hardly a deal would ever do.) Where a
  // Streaking Kitten may be about, a hand can hold a kitten; otherwise kittens are in the pile.
  constexpr State deal() {
    const bool in_hands = kittens_in_hands(rules_);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (try_deal(!in_hands)) return s_;
    }
    try_deal(true);
    return s_;
  }

 private:
  static constexpr int kAttempts = 256;

  constexpr bool try_deal(bool kittens_to_pile) {
    s_ = public_part();
    rest_ = unseen(rules_, v_);
    taken_ = {};
    no_kitten_ = {};
    fits_ = true;
    place_known_hands();
    place_known_cards();
    place_no_kittens();
    if (kittens_to_pile) scatter(Card::Exploding);
    scatter(Card::Imploding);
    deal_rest();
    lift_again();
    return fits_ && (kittens_to_pile || possible());
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
  // Who else has answered is not known: all that may be asked are.
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
    for (int i = 0; i < v_.known.held(); ++i) {
      const HeldCard held = v_.known.held(i);
      hold(held.seat(), held.card());
    }
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      if (seat == v_.viewer) continue;
      for (int kind = 0; kind < kCardKinds && holds(v_.with_marks, seat); ++kind) {
        const Card card = card_at(kind);
        while (s_.hands[seat][card] < v_.marked[seat][card] && rest_[card] != 0) hold(seat, card);
      }
      if (holds(v_.asked, seat) && s_.hands[seat][Card::Nope] == 0) hold(seat, Card::Nope);
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
  // A kitten that lies face up and is not seen on top is not there; nobody sees the top while
  // somebody else has it in hand to order it.
  constexpr bool put_somewhere(int low, int high, Card card) {
    const bool top_hidden = v_.phase() == Phase::Order && v_.top().seat != v_.viewer;
    if (card == Card::Imploding && v_.faceup && !top_hidden && low == 0 && high > 0) low = 1;
    const int place = free_place(low, high);
    if (place >= 0) put(place, card);
    return place >= 0;
  }
  // One of the free places, each as likely; -1 where there is none.
  constexpr int free_place(int low, int high) {
    const int free = free_places(low, high);
    if (free == 0) return -1;
    int skip = static_cast<int>(bounded(words_, static_cast<std::uint32_t>(free)));
    int place = low;
    while (!is_free(place) || skip-- > 0) ++place;
    return place;
  }
  constexpr void place_known_cards() {
    if (v_.doom_on_top && draw_from_rest(Card::Imploding)) put(0, Card::Imploding);
    for (const bool exact : {true, false}) {
      for (int i = 0; i < v_.known.facts(); ++i) {
        const PileFact& fact = v_.known.fact(i);
        if (fact.card == kNoKitten || fact.exact() != exact) continue;
        if (v_.doom_on_top && fact.card == Card::Imploding) continue;
        // Ranges that overlap may have left no place: then the deal is tried again.
        fits_ &= draw_from_rest(fact.card) && put_somewhere(fact.low, fact.high, fact.card);
      }
    }
  }
  // Places that a card out of a hand lies at, where no hand can hold a kitten: the rest of the deal
  // fills them after the kittens have gone elsewhere.
  constexpr void place_no_kittens() {
    for (int i = 0; i < v_.known.facts(); ++i) {
      const PileFact& fact = v_.known.fact(i);
      if (fact.card != kNoKitten) continue;
      const int place = free_place(fact.low, fact.high);
      fits_ &= place >= 0;
      if (place >= 0) no_kitten_[static_cast<std::size_t>(place)] = true;
    }
  }
  // Somebody else has the top card in hand to bury it: which one it is belongs to the deal.
  constexpr void lift_again() {
    Frame& top = s_.top();
    if (top.phase != Phase::Bury || top.a < kCardPlaces) return;
    top.a = static_cast<std::uint8_t>(s_.from_top(0));
    --s_.pile_size;
  }
  constexpr void scatter(Card card) {
    while (rest_[card] != 0 && free_places(0, s_.pile_size - 1) != 0) {
      --rest_[card];
      // Its only possible place may be taken by a card that could lie elsewhere: another deal.
      fits_ &= put_somewhere(0, s_.pile_size - 1, card);
    }
  }

  // The rest in random order: first into the free places of the pile, then into the hands; what is
  // left over is out of the game.
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
    out_ = {};
    while (n > 0) ++out_[cards[static_cast<std::size_t>(--n)]];
  }
  // A kitten can be gone unseen only with a dead player's Streaking Kitten.
  constexpr bool possible() const {
    const int gone = rules_.loose == Loose::AtOnce ? out_[Card::Streaking] : 0;
    if (out_[Card::Exploding] > gone) return false;
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      if (seat == v_.viewer || !s_.living(seat)) continue;
      if (loose_kittens(s_, seat) > certain_kittens(seat)) return false;
    }
    return true;
  }
  constexpr int certain_kittens(Seat seat) const {
    int certain = 0;
    for (int i = 0; i < v_.known.held(); ++i) {
      certain += v_.known.held(i) == held_card(seat, kHeldKitten);
    }
    return rules_.loose == Loose::AtDraw ? certain : 0;
  }

  const Rules& rules_;
  const View& v_;
  Words& words_;
  State s_{};
  Counts rest_{};
  Counts out_{};  // gone unseen
  bool fits_ = true;
  std::array<bool, kMaxBox + 1> taken_{};
  std::array<bool, kMaxBox + 1> no_kitten_{};
};

template <class Words>
constexpr State determinize(const Rules& rules, const View& v, Words& words) {
  return Determinizer<Words>(rules, v, words).deal();
}

}  // namespace nl
