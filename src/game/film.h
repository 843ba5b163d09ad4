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
  std::size_t events = 0;  // number of the film's events so far
  std::string action{};    // "2 play favor"

  View view(const Rules& rules, Seat viewer) const;
};

class Film {
 public:
  Film();
  // The replay sends its events to this very film.
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;

  // Takes lines one by one, as a replay does.
  std::optional<Difference> feed(int line, const RecordLine& content);
  std::optional<Difference> finish();

  const Header& header() const { return replay_.header(); }
  // From the record; untrusted text.
  const std::vector<SeatSetup>& players() const { return players_; }
  // The public number that selects the wording of its events.
  std::optional<std::uint32_t> voice() const { return voice_; }
  bool over() const { return replay_.dealt() && replay_.game().over(); }
  const std::vector<Still>& stills() const { return stills_; }
  // All events, secrets included: films are made of finished games.
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
