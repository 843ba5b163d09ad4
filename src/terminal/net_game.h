// Client state of one network game: names, table model, question and the play in progress.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/client_model.h"
#include "terminal/draft.h"
#include "terminal/table_model.h"
#include "text/words.h"

namespace nl {

class NetGame {
 public:
  NetGame(ClientModel& model, Language language) : model_(model), language_(language) {}

  const Words& w() const;
  // People by their own names, bots by their characters.
  const std::vector<std::string>& names() const;
  // A player's display name, by the name on the server.
  std::string called(const std::string& name) const;
  std::string watcher_name(int number) const;

  // A message from the server in words.
  Lines words_of(const ClientNotice& news) const;
  Lines statistics() const;

  // The player's view of the game, with the steps chosen so far.
  TableModel table_model() const;
  Speech speech() const { return table_model().speech(w()); }

  // The open question, unless an answer is on its way. A play of several steps is asked step by
  // step, and sent to the server when complete.
  std::optional<Question> question() const;
  // Identifies the open question among all games of this session; 0: none is open.
  std::uint64_t question_key() const;

  void play(Action action);
  // False if there is nothing to undo.
  bool take_back();
  // Sends the planned steps, and the only possible target.
  void answer_forced();
  void drop_plan() { planned_.clear(); }

 private:
  bool is_drafting() const { return draft_ && drafted_ == question_key(); }

  ClientModel& model_;
  Language language_;
  std::optional<Draft> draft_;  // of the question with the key drafted_
  std::uint64_t drafted_ = 0;
  std::vector<Action> planned_;  // chosen steps, for the next questions
  mutable TurnNumbers numbers_;
  mutable std::vector<std::string> names_;
  mutable std::map<std::string, std::string> called_;  // by the name on the server
};

}  // namespace nl
