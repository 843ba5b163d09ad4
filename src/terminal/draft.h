// Play in progress: a card and its target, a combo and the wanted card, a new order of cards. It is
// sent to the table when complete; until then any step can be taken back.
#pragma once

#include <vector>

#include "engine/view.h"

namespace nl {

class Draft {
 public:
  // The viewer must be the acting seat (v.may_act).
  Draft(const Rules& rules, const View& v) : rules_(rules), seen_{v} {}

  // The player's present question.
  const View& view() const { return seen_.back(); }

  // One more step; `action` is legal in view().
  void choose(Action action);
  // Undoes the last step; false if there is none.
  bool back();

  // The play is complete: actions() can be submitted in order.
  bool complete() const { return complete_; }
  const std::vector<Action>& actions() const { return actions_; }

 private:
  const Rules& rules_;
  std::vector<View> seen_;  // before the first action, and after each
  std::vector<Action> actions_;
  bool complete_ = false;
};

}  // namespace nl
