// Notification of one game's seats about the events of a step.
#pragma once

#include "cuda/batch.cuh"

namespace nl::gpu {

// Adds the news to what one seat was told last.
__host__ __device__ inline void remember(const Games& g, int seat_row, int place, Seat seat,
                                         std::uint8_t count) {
  EventRing ring(g.recent, seat_row, seat, g.seats, (count & kNewGame) != 0);
  for (int i = 0; i < (count & ~kNewGame); ++i) {
    const Event& event = as_event(g.news.event(place, i));
    ring.add(EventForSeat(event, holds(event.knows, seat)));
  }
  ring.close();
}

// Tells all seats of one game what has happened so far in this step, for the few games in which
// more happens than the news have room for.
__host__ __device__ __noinline__ inline void notify_seats(const Games& g, int row, int place,
                                                          std::uint8_t count) {
  for (int seat = 0; seat < g.seats; ++seat) {
    Held<Knowledge> known;
    if ((count & kNewGame) != 0) {
      known.value = Knowledge(static_cast<Seat>(seat), g.seats);
    } else {
      g.known.load(g.seat_row(row, seat), known);
    }
    for (int i = 0; i < (count & ~kNewGame); ++i) {
      const Event& event = as_event(g.news.event(place, i));
      fold(known.value, EventForSeat(event, holds(event.knows, static_cast<Seat>(seat))));
    }
    g.known.store(g.seat_row(row, seat), known);
    if (g.remembers()) {
      remember(g, g.seat_row(row, seat), place, static_cast<Seat>(seat), count);
    }
  }
}

}  // namespace nl::gpu
