// Finished games of a network session: the score in the present room, and the record file.
#pragma once

#include <string>

#include "client/client_model.h"
#include "terminal/net_game.h"
#include "terminal/record_file.h"
#include "terminal/session_score.h"

namespace nl {

class FinishedGames {
 public:
  // `file`: games are appended to it; empty: not recorded.
  explicit FinishedGames(std::string file) : record_(std::move(file)) {}

  // Call it after new messages.
  void update(const ClientModel& model, const NetGame& game);
  const SessionScore& score() const { return score_; }

 private:
  void keep_record(const ClientModel& model);
  void keep_score(const ClientModel& model, const NetGame& game);

  RecordFile record_;
  bool record_kept_ = false;
  SessionScore score_;  // games seen to their end in this room
  std::string room_;
  int scored_ = 0;  // the last game in it
};

}  // namespace nl
