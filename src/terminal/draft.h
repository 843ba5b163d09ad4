// What a player is about to play, as far as it is chosen: a card and whom it is for, a combo and
// what is wanted, the new order of some cards. Until it is complete the table knows nothing of it,
// and any step can be taken back.
#pragma once

#include <vector>

#include "engine/view.h"

namespace nl {

class Draft {
 public:
  // The viewer must be asked (v.may_act).
  Draft(const Rules& rules, const View& v) : rules_(rules), seen_{v} {}

  // What the player is asked now.
  const View& view() const { return seen_.back(); }

  // One more step; `action` is legal in view().
  void choose(Action action);
  // Takes the last step back; nothing to take back: false.
  bool back();

  // Nothing more has to be chosen: actions() can be submitted, one after another.
  bool complete() const { return complete_; }
  const std::vector<Action>& actions() const { return actions_; }

 private:
  const Rules& rules_;
  std::vector<View> seen_;  // before the first action, and after each
  std::vector<Action> actions_;
  bool complete_ = false;
};

}  // namespace nl
