// What every seat knows and, where somebody at the table remembers, what it was told last.
#pragma once

#include <array>

#include "engine/fingerprint.h"
#include "engine/past.h"

namespace nl {

class MemorySink {
 public:
  static constexpr bool kListens = true;

  // `remembers`: without it nobody is told of the past, and nothing is kept.
  constexpr explicit MemorySink(int seats, bool remembers = true)
      : known_(seats), remembers_(remembers) {}

  constexpr void operator()(const Event& event) {
    known_(event);
    if (remembers_) keep(event);
  }
  constexpr const KnowledgeSink& known() const { return known_; }
  constexpr const Knowledge& known(Seat seat) const { return known_.seats[seat]; }
  constexpr Past past(Seat seat) const { return past_[seat]; }

 private:
  // Not inlined: events are told from many places.
  [[gnu::noinline]] constexpr void keep(const Event& event) {
    for (Seat seat = 0; seat < known_.count; ++seat) past_[seat].add(redact(event, seat));
  }

  KnowledgeSink known_;
  std::array<History, kMaxSeats> past_{};
  bool remembers_;
};

}  // namespace nl
