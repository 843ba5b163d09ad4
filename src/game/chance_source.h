// Random source behind a virtual interface. All interactive games share one compiled copy of the
// rules through it; searches and batches use the templates of the engine directly.
#pragma once

#include "engine/random.h"

namespace nl {

class ChanceSource {
 public:
  virtual ~ChanceSource() = default;
  virtual void shuffle(Chance what, int number, Card* cards, int n) = 0;
  virtual Card card(Chance what, int number, const Counts& from, int n) = 0;
  virtual Seat seat(Chance what, int number, SeatMask seats) = 0;
};

// Any source of the engine as a ChanceSource. It borrows the source.
template <RandomSource Random>
class ChanceFrom final : public ChanceSource {
 public:
  explicit ChanceFrom(Random& source) : source_(source) {}

  void shuffle(Chance what, int number, Card* cards, int n) override {
    source_.shuffle(what, number, cards, n);
  }
  Card card(Chance what, int number, const Counts& from, int n) override {
    return source_.card(what, number, from, n);
  }
  Seat seat(Chance what, int number, SeatMask seats) override {
    return source_.seat(what, number, seats);
  }

 private:
  Random& source_;
};

}  // namespace nl
