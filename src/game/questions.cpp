// Numbering of open questions.
#include "game/questions.h"

#include <cstring>
#include <type_traits>

#include "engine/make_view.h"
#include "engine/view.h"

namespace nl {
namespace {

template <class Value>
bool same_bytes(const Value& a, const Value& b) {
  static_assert(std::has_unique_object_representations_v<Value>);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

bool Questions::Question::same_as(const Question& other) const {
  return asked == other.asked && same_bytes(frame, other.frame) && same_bytes(play, other.play) &&
         legal == other.legal;
}

// Seats that have yet to answer in a window are part of no question, since no view shows them.
Questions::Question Questions::put_to(Seat seat, const Rules& rules, const State& s) {
  if (!holds(actors(s), seat)) return {};
  return {true, s.top(), shown_play(s.play), nl::legal(rules, s, seat)};
}

void Questions::put(const Rules& rules, const State& s, Seat actor) {
  for (Seat seat = 0; seat < s.seats; ++seat) {
    const Question now = put_to(seat, rules, s);
    const bool same = seat != actor && now.same_as(open_[seat]);
    if (now.asked && !same) ++numbers_[seat];
    open_[seat] = now;
  }
}

}  // namespace nl
