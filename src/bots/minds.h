// What the seats of an imagined game know and, if the policy remembers, were told.
#pragma once

#include <array>

#include "engine/fingerprint.h"
#include "engine/past.h"
#include "engine/view.h"

namespace nl {

class Minds {
 public:
  static constexpr bool kListens = true;

  Minds(int seats, bool remembers) : known_(seats), remembers_(remembers) {}

  void operator()(const Event& event) {
    known_(event);
    if (remembers_) keep(event);
  }
  void know(Seat seat, const Knowledge& known) { known_.set(seat, known); }
  void remember(Seat seat, const History& told) { past_[seat] = told; }

  const Knowledge& known(Seat seat) const { return known_.seats[seat]; }
  Past past(Seat seat) const { return past_[seat]; }
  bool remembers() const { return remembers_; }

 private:
  void keep(const Event& event) {
    for (Seat seat = 0; seat < known_.count; ++seat) past_[seat].add(redact(event, seat));
  }

  KnowledgeSink known_;
  std::array<History, kMaxSeats> past_{};
  bool remembers_;
};

// What `seat` was told, of what the viewer was told; the viewer's own secrets are left out.
History told_to(Seat seat, const View& v, Past past, int newer = 0);

// Everybody's, where nothing more is known: the viewer's are the true ones.
Minds imagined_minds(const View& v, const State& world, Past past, bool remembers);

}  // namespace nl
