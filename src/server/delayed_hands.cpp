// Delayed hands: updated once per turn.
#include "server/delayed_hands.h"

#include <algorithm>

#include "game/open_cards.h"

namespace nl {

void DelayedHands::follow(const FairGame& game) {
  const auto news = game.events(kWatcher).subspan(heard_);
  heard_ += news.size();
  const auto begun = std::count_if(news.begin(), news.end(), [](const Event& event) {
    return event.kind == EventKind::TurnStarted;
  });
  if (begun == 0) return;
  old_ = fresh_;
  old_turn_ = turn_;
  std::ranges::copy(OpenCards::state(game).hands, fresh_.begin());
  turn_ += static_cast<int>(begun);
}

}  // namespace nl
