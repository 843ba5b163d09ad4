// Narrator: events in words, one after another. It remembers the combo that was played, since later
// events name only its card, and counts the public events.
#pragma once

#include <utility>

#include "text/words.h"

namespace nl {

class Narrator {
 public:
  // With the game's public number, events get the wordings that it selects; without one, the
  // factual sentences. With `characters`, the bots' keys by seat, bots make remarks at public
  // moments.
  explicit Narrator(const Words& w, std::optional<std::uint32_t> game = {},
                    std::vector<std::string> characters = {})
      : w_(w), game_(game), characters_(std::move(characters)) {}

  // Sets the number of public events before the next one.
  void go_on_after(int events) { told_ = events; }

  Lines tell(const Event& event, Seat viewer, Names names) {
    switch (event.kind) {
      case EventKind::PlayedPair: combo_ = w_.combo(Verb::Pair, event.card); break;
      case EventKind::PlayedTriple: combo_ = w_.combo(Verb::Triple, event.card); break;
      case EventKind::Played:
      case EventKind::PlayedBlind:
      case EventKind::PlayedFive: combo_.clear(); break;
      default: break;
    }
    if (event.kind != EventKind::None && !event.hidden) ++told_;
    Lines lines = w_.event(event, viewer, names, combo_, voice());
    if (!game_) return lines;
    const Lines said = w_.remarks(event, names, characters_, *voice());
    lines.insert(lines.end(), said.begin(), said.end());
    return lines;
  }

 private:
  std::optional<Voice> voice() const {
    return game_ ? std::optional<Voice>({*game_, told_}) : std::nullopt;
  }

  const Words& w_;
  std::optional<std::uint32_t> game_;
  std::vector<std::string> characters_;
  int told_ = 0;
  std::string combo_;
};

}  // namespace nl
