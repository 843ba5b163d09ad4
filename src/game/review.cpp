#include "game/review.h"

#include <algorithm>

namespace nl {

void Review::add(const Event& event) {
  switch (event.kind) {
    case EventKind::TurnStarted: ++turns; break;
    case EventKind::Played:
    case EventKind::PlayedPair:
    case EventKind::PlayedTriple:
    case EventKind::PlayedFive: ++plays[event.seat]; break;
    case EventKind::Noped:
      ++nopes[event.seat];
      longest_chain = std::max(longest_chain, static_cast<int>(event.number));
      break;
    case EventKind::Drew: ++draws[event.seat]; break;
    case EventKind::Defused: ++escapes[event.seat]; break;
    case EventKind::Died: died.push_back(event.seat); break;
    case EventKind::Won: winner = event.seat; break;
    default: break;
  }
}

Review review_of(std::span<const Event> events) {
  Review review;
  for (const Event& event : events) review.add(event);
  return review;
}

}  // namespace nl
