// A record as a film: the game after every step, and what each viewer knew then.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "game/replay.h"

namespace nl {

// The game after one step; the first one is the deal.
struct Still {
  State state{};
  std::array<Knowledge, kViewers> known{};
  std::size_t events = 0;  // so many of the film's have happened
  std::string action{};    // "2 play favor"

  View view(const Rules& rules, Seat viewer) const {
    return nl::view(rules, state, known[viewer_place(viewer)], viewer);
  }
};

class Film {
 public:
  Film();
  // The replay tells its events to this very film.
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // Line by line, as a replay takes them.
  std::optional<Difference> feed(int line, const RecordLine& content);
  std::optional<Difference> finish();

  const Header& header() const { return replay_.header(); }
  bool over() const { return replay_.dealt() && replay_.game().over(); }
  const std::vector<Still>& stills() const { return stills_; }
  // All that happened, secrets too: a film is of a game that has been played.
  const std::vector<Event>& events() const { return events_; }

 private:
  void expose();

  Replay replay_;
  std::vector<Still> stills_;
  std::vector<Event> events_;
  std::string next_action_;
};

}  // namespace nl
