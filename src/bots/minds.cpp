#include "bots/minds.h"

#include "bots/worth.h"

namespace nl {

History told_to(Seat seat, const View& v, Past past, int newer) {
  History told;
  for (int i = kHistory - 1; i >= newer; --i) {
    const Event event = past.ago(i);
    told.add(seat == v.viewer ? event : redact(event, seat));
  }
  return told;
}

Minds imagined_minds(const View& v, const State& world, Past past, bool remembers) {
  Minds minds(v.seats, remembers);
  for (Seat seat = 0; seat < v.seats; ++seat) {
    minds.know(seat, seat == v.viewer ? v.known : imagined_knowledge(v, world, seat));
    if (remembers) minds.remember(seat, told_to(seat, v, past));
  }
  return minds;
}

}  // namespace nl
