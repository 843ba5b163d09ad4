// Event log and knowledge of each viewer, seats and watcher. It redacts every event for each of
// them; no secret goes further.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/event.h"
#include "engine/knowledge.h"
#include "text/record.h"

namespace nl {

inline constexpr std::size_t kViewers = kMaxSeats + 1;  // every seat, and a watcher

constexpr std::size_t viewer_place(Seat viewer) {
  return viewer < kMaxSeats ? std::size_t{viewer} : std::size_t{kMaxSeats};
}

class Viewers {
 public:
  static constexpr bool kListens = true;

  explicit Viewers(int seats);
  void operator()(const Event& event);
  // Piles, deaths and peeks are common knowledge; one seat may know more.
  void begin_at(const StartPosition& position);

  const Knowledge& known(Seat viewer) const { return known_[viewer_place(viewer)]; }
  const std::array<Knowledge, kViewers>& known() const { return known_; }
  // Events are numbered without gaps, also where others got one that this viewer did not.
  std::span<const Event> events(Seat viewer) const { return events_[viewer_place(viewer)]; }
  const std::vector<Seat>& died() const { return died_; }  // in that order

 private:
  void tell(Seat viewer, const Event& event);

  int seats_;
  std::array<Knowledge, kViewers> known_{};
  std::array<std::vector<Event>, kViewers> events_{};
  std::vector<Seat> died_;
};

}  // namespace nl
