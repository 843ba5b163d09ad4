// A random source that lists every outcome in turn, with its probability. The n! orders of a pile
// can't be listed, so a shuffled card stays undecided until somebody looks at it: only observed
// cards make outcomes differ.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/random.h"

namespace nl {

// Placeholder in the pile for a card that nobody has looked at.
inline constexpr Card kUndecided{0xFE};

// Odometer over the outcomes of one step: the choices made so far and the number of alternatives.
// The first run takes the first choice everywhere; advance() moves to the next combination.
class OutcomeList {
 public:
  void restart() {
    next_ = 0;
    probability_ = 1;
  }
  // This run's choice of `n`. A run repeats the previous one up to the changed choice, so it meets
  // the same alternatives there.
  int choose(int n) {
    assert(n > 0);
    if (next_ == taken_.size()) taken_.push_back({0, n});
    assert(taken_[next_].choices == n);
    return taken_[next_++].choice;
  }
  void weigh(double probability) { probability_ *= probability; }
  double probability() const { return probability_; }
  // Moves to the next outcome; false after the last.
  bool advance() {
    while (!taken_.empty() && taken_.back().choice + 1 == taken_.back().choices) taken_.pop_back();
    if (taken_.empty()) return false;
    ++taken_.back().choice;
    return true;
  }

 private:
  struct Taken {
    int choice;
    int choices;
  };
  std::vector<Taken> taken_;
  std::size_t next_ = 0;
  double probability_ = 1;
};

// Leaves these cards undecided: after a shuffle only their counts are known.
inline void leave_undecided(Card* cards, int n, Counts& undecided) {
  for (int i = 0; i < n; ++i) {
    if (cards[i] == kUndecided) continue;
    ++undecided[cards[i]];
    cards[i] = kUndecided;
  }
}

// `undecided` counts the kUndecided cards of the pile; it belongs to the position.
class ListedChance {
 public:
  ListedChance(OutcomeList& outcomes, Counts& undecided)
      : outcomes_(outcomes), undecided_(undecided) {}

  void shuffle(Chance, int, Card* cards, int n) { leave_undecided(cards, n, undecided_); }
  void decide(Card& card) {
    if (card != kUndecided) return;
    card = pick(undecided_, undecided_.total());
    --undecided_[card];
  }
  Card card(Chance, int, const Counts& from, int n) { return pick(from, n); }
  Seat seat(Chance, int, SeatMask seats) {
    const int n = count(seats);
    for (int k = n > 1 ? outcomes_.choose(n) : 0; k > 0; --k) {
      seats = without(seats, first_seat(seats));
    }
    outcomes_.weigh(1.0 / n);
    return first_seat(seats);
  }

 private:
  // Copies of a kind are the same outcome.
  Card pick(const Counts& from, int n) {
    const int kinds = count_bits(from.kinds());
    KindMask rest = from.kinds();
    for (int k = kinds > 1 ? outcomes_.choose(kinds) : 0; k > 0; --k) rest &= rest - 1;
    const Card chosen = card_at(lowest_bit(rest));
    outcomes_.weigh(static_cast<double>(from[chosen]) / n);
    return chosen;
  }

  OutcomeList& outcomes_;
  Counts& undecided_;
};

static_assert(RandomSource<ListedChance> && DecidesLate<ListedChance>);

}  // namespace nl
