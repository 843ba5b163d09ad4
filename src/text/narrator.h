// Narrator: events in words, one after another. It remembers the combo that was played, since later
// events name only its card.
#pragma once

#include "text/words.h"

namespace nl {

class Narrator {
 public:
  explicit Narrator(const Words& w) : w_(w) {}

  Lines tell(const Event& event, Seat viewer, Names names) {
    switch (event.kind) {
      case EventKind::PlayedPair: combo_ = w_.combo(Verb::Pair, event.card); break;
      case EventKind::PlayedTriple: combo_ = w_.combo(Verb::Triple, event.card); break;
      case EventKind::Played:
      case EventKind::PlayedBlind:
      case EventKind::PlayedFive: combo_.clear(); break;
      default: break;
    }
    return w_.event(event, viewer, names, combo_);
  }

 private:
  const Words& w_;
  std::string combo_;
};

}  // namespace nl
