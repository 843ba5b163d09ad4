// Counters of the statistics of one game.
#include "game/game_statistics.h"

#include <algorithm>

namespace nl {

namespace {

// Number of cards by which the pile grows.
int pile_change(const Event& event) {
  switch (event.kind) {
    case EventKind::GameStarted:
    case EventKind::KittensReturned: return event.number;
    case EventKind::Drew:
    case EventKind::DrewKitten: return -1;
    case EventKind::Lifted: return -event.number;
    case EventKind::PutBack:
    case EventKind::Buried:
    case EventKind::PutOnTop:
    case EventKind::Collected: return 1;
    default: return 0;
  }
}

}  // namespace

void GameStatistics::add(const Event& event) {
  pile += pile_change(event);
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
    case EventKind::Defused:
      ++escapes[event.seat];
      if (narrowest == kNoSeat || pile <= narrowest_pile) {
        narrowest = event.seat;
        narrowest_pile = pile;
      }
      break;
    case EventKind::Died:
      died.push_back(event.seat);
      killed_by[event.seat] = event.card;
      break;
    case EventKind::Won: winner = event.seat; break;
    default: break;
  }
}

GameStatistics game_statistics(std::span<const Event> events) {
  GameStatistics statistics;
  for (const Event& event : events) statistics.add(event);
  return statistics;
}

}  // namespace nl
