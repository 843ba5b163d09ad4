// Sink that keeps every seat's Knowledge and, if a player at the table needs it, its last events.
#pragma once

#include <array>

#include "engine/knowledge_sink.h"
#include "engine/past.h"
#include "engine/view.h"

namespace nl {

class MemorySink {
 public:
  static constexpr bool kListens = true;

  // Before a game begins. If `remembers` is false, no events are kept.
  constexpr explicit MemorySink(int seats, bool remembers = true)
      : known_(seats), remembers_(remembers) {}

  // In the middle of an imagined game. The viewer keeps all its knowledge and events; the others
  // know only what is public, and keep no secret that the viewer alone saw.
  constexpr MemorySink(const View& v, Past past, bool remembers) : MemorySink(v.seats, remembers) {
    known_.set(v.viewer, v.known);
    for (int i = remembers ? kHistory - 1 : -1; i >= 0; --i) keep(past.ago(i), seat_bit(v.viewer));
  }

  constexpr void operator()(const Event& event) {
    known_(event);
    if (remembers_) keep(event, SeatMask{0});
  }
  constexpr const KnowledgeSink& known() const { return known_; }
  constexpr const Knowledge& known(Seat seat) const { return known_.seats[seat]; }
  constexpr Past past(Seat seat) const { return past_[seat]; }

 private:
  // `redacted_for`: the seat whose redacted event this already is, if any. Not inlined: events are
  // emitted in many places.
  [[gnu::noinline]] constexpr void keep(const Event& event, SeatMask redacted_for) {
    for (Seat seat = 0; seat < known_.count; ++seat) {
      past_[seat].add(holds(redacted_for, seat) ? event : redact(event, seat));
    }
  }

  KnowledgeSink known_;
  std::array<History, kMaxSeats> past_{};
  bool remembers_;
};

}  // namespace nl
