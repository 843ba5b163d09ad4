// Open questions, one for each acting seat, with their numbers.
#pragma once

#include <array>

#include "engine/action.h"
#include "text/question_context.h"

namespace nl {

class Questions {
 public:
  // Updates the open questions. `actor` has just acted: its question always gets a new number.
  void put(const Rules& rules, const State& s, Seat actor);

  // Number of the last question to a seat; 0 before the first.
  Decision number(Seat seat) const { return numbers_[seat]; }
  // Legal answers; empty if the seat has no question.
  const ActionSet& legal(Seat seat) const { return open_[seat].legal; }

 private:
  // A question as one seat sees it: equal as long as the same answers mean the same.
  struct Question {
    bool asked = false;
    Frame frame{};
    Play play{};
    ActionSet legal{};

    bool same_as(const Question& other) const;
  };

  static Question put_to(Seat seat, const Rules& rules, const State& s);

  std::array<Question, kMaxSeats> open_{};
  std::array<Decision, kMaxSeats> numbers_{};
};

}  // namespace nl
