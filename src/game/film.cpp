// Film of a recorded game: takes a still after each step.
#include "game/film.h"

#include "engine/make_view.h"
#include "game/open_cards.h"

namespace nl {

View Still::view(const Rules& rules, Seat viewer) const {
  return nl::view(rules, state, known[viewer_place(viewer)], viewer);
}

Film::Film() : replay_([this](const Event& event, const Replay&) { events_.push_back(event); }) {}

// A step is played when the next line that is no outcome arrives: until then it may lack some.
std::optional<Difference> Film::feed(int line, const RecordLine& content) {
  auto difference = replay_.feed(line, content);
  expose();
  if (const auto* other = std::get_if<OtherLine>(&content)) {
    if (auto seated = parse_seats_line(*other)) players_ = std::move(seated->seats);
    if (const auto voice = parse_voice(*other)) voice_ = voice;
  }
  if (const auto* step = std::get_if<Step>(&content)) {
    next_action_ = std::to_string(step->seat) + ' ' + step->text;
  }
  return difference;
}

std::optional<Difference> Film::finish() {
  auto difference = replay_.finish();
  expose();
  return difference;
}

void Film::expose() {
  const std::size_t positions =
      replay_.dealt() ? static_cast<std::size_t>(replay_.game().steps()) + 1 : 0;
  if (positions == stills_.size()) return;
  const GameSoFar& game = replay_.game();
  stills_.push_back({OpenCards::state(game), OpenCards::known(game), events_.size(),
                     std::exchange(next_action_, {})});
}

}  // namespace nl
