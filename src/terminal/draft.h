// Play in progress: a card and its target, a combo and the card wanted, a new order of cards. The
// table hears nothing before it is complete, and any step can be taken back.
#pragma once

#include <vector>

#include "engine/view.h"

namespace nl {

class Draft {
 public:
  // The viewer must be asked (v.may_act).
  Draft(const Rules& rules, const View& v) : rules_(rules), seen_{v} {}

  // The player's present question.
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
