// Film of a recorded game: position and knowledge of every viewer after each step.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "game/replay.h"
#include "game/seats_line.h"

namespace nl {

// The game after one step; the first one is the deal.
struct Still {
  State state{};
  std::array<Knowledge, kViewers> known{};
  std::size_t events = 0;  // so many of the film's have happened
  std::string action{};    // "2 play favor"

  View view(const Rules& rules, Seat viewer) const;
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
  // As far as the record says; untrusted text.
  const std::vector<SeatSetup>& players() const { return players_; }
  // The public number that chooses the wording of its events.
  std::optional<std::uint32_t> voice() const { return voice_; }
  bool over() const { return replay_.dealt() && replay_.game().over(); }
  const std::vector<Still>& stills() const { return stills_; }
  // All that happened, secrets too: a film is of a game that has been played.
  const std::vector<Event>& events() const { return events_; }

 private:
  void expose();

  Replay replay_;
  std::vector<Still> stills_;
  std::vector<Event> events_;
  std::vector<SeatSetup> players_;
  std::optional<std::uint32_t> voice_;
  std::string next_action_;
};

}  // namespace nl
