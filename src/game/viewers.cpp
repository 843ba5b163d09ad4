// Redaction of events for each viewer.
#include "game/viewers.h"

#include "engine/fold.h"

namespace nl {

Viewers::Viewers(int seats) : seats_(seats) {
  for (Seat seat = 0; seat < seats; ++seat) known_[seat] = Knowledge(seat, seats);
  known_[viewer_place(kWatcher)] = Knowledge(kWatcher, seats);
}

void Viewers::operator()(const Event& event) {
  if (event.kind == EventKind::Died) died_.push_back(event.seat);
  for (Seat seat = 0; seat < seats_; ++seat) tell(seat, event);
  tell(kWatcher, event);
}

void Viewers::tell(Seat viewer, const Event& event) {
  const Event shown = redact(event, viewer);
  if (shown.kind == EventKind::None) return;
  fold(known_[viewer_place(viewer)], shown);
  events_[viewer_place(viewer)].push_back(shown);
}

}  // namespace nl
