// Score and record of finished network games.
#include "terminal/finished_games.h"

#include <utility>

#include "game/game_statistics.h"

namespace nl {

void FinishedGames::update(const ClientModel& model, const NetGame& game) {
  keep_record(model);
  keep_score(model, game);
}

void FinishedGames::keep_record(const ClientModel& model) {
  if (!model.verdict()) {
    record_kept_ = false;
    return;
  }
  if (std::exchange(record_kept_, true)) return;
  record_.begin();
  record_.save(model.record());
}

void FinishedGames::keep_score(const ClientModel& model, const NetGame& game) {
  if (room_ != model.room().code) {
    room_ = model.room().code;
    score_ = {};
    scored_ = 0;
  }
  if (!model.over() || scored_ == model.game()) return;
  scored_ = model.game();
  score_.add(game.names(), game_statistics(model.events()).winner);
}

}  // namespace nl
