// Redaction of events for each viewer.
#include "game/viewers.h"

#include <algorithm>

#include "engine/fold.h"

namespace nl {

Viewers::Viewers(int seats) : seats_(seats) {
  for (Seat seat = 0; seat < seats; ++seat) known_[seat] = Knowledge(seat, seats);
  known_[viewer_place(kWatcher)] = Knowledge(kWatcher, seats);
}

namespace {

// A player who has looked at the top cards knows them.
Knowledge seen_in_public(const StartPosition& position, Seat viewer) {
  const State& s = position.state;
  Knowledge::Parts parts{.peeked = position.known.peeked(),
                         .pile_size = s.pile_size,
                         .exploded = static_cast<std::uint8_t>(position.known.exploded()),
                         .imploded = static_cast<std::uint8_t>(position.known.imploded())};
  const int looked = viewer < s.seats ? parts.peeked[viewer] : 0;
  const int places = std::min({looked, int{s.pile_size}, Knowledge::kMaxFacts});
  for (int place = 0; place < places; ++place) {
    const auto at = static_cast<std::uint8_t>(place);
    parts.facts[parts.fact_count++] = {s.from_top(place), at, at};
  }
  return Knowledge(viewer, s.seats, parts);
}

}  // namespace

void Viewers::begin_at(const StartPosition& position) {
  for (Seat seat = 0; seat < seats_; ++seat) {
    if (!holds(position.state.alive, seat)) died_.push_back(seat);
    known_[seat] = seen_in_public(position, seat);
  }
  known_[viewer_place(kWatcher)] = seen_in_public(position, kWatcher);
  known_[position.seat] = position.known;
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
