// Tells events in their order. Who tells them remembers what was played: a combo has a name of its
// own, and later events know only its card.
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
