// What the seats of an imagined game know and, where somebody remembers, were told.
#pragma once

#include <array>

#include "engine/fingerprint.h"
#include "engine/past.h"
#include "engine/view.h"

namespace nl {

class Minds {
 public:
  static constexpr bool kListens = true;

  // Before a game begins.
  Minds(int seats, bool remembers) : known_(seats), remembers_(remembers) {}

  // In the middle of one. What the others know beyond what lies open is forgotten, and so is what
  // the viewer alone was told; the viewer keeps all.
  Minds(const View& v, Past past, bool remembers) : Minds(v.seats, remembers) {
    known_.set(v.viewer, v.known);
    for (int i = remembers ? kHistory - 1 : -1; i >= 0; --i) keep(past.ago(i), seat_bit(v.viewer));
  }

  void operator()(const Event& event) {
    known_(event);
    if (remembers_) keep(event, SeatMask{0});
  }
  const Knowledge& known(Seat seat) const { return known_.seats[seat]; }
  Past past(Seat seat) const { return past_[seat]; }

 private:
  // `own`: the seat that was told the event as it is here.
  void keep(const Event& event, SeatMask own) {
    for (Seat seat = 0; seat < known_.count; ++seat) {
      past_[seat].add(holds(own, seat) ? event : redact(event, seat));
    }
  }

  KnowledgeSink known_;
  std::array<History, kMaxSeats> past_{};
  bool remembers_;
};

}  // namespace nl
