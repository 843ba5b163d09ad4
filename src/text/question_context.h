// Context of an open question, as far as its words need it. It needs no State, so clients can use
// it.
#pragma once

#include <cstdint>

#include "engine/view.h"

namespace nl {

// Number of a question to a seat. It changes only when that seat's question changes, never when
// somebody else passes. So a late answer can't hit another question by accident, and nobody learns
// from it who has answered.
using Decision = std::uint32_t;

// The pile's size, which is public, is needed for Phase::Place and Phase::Bury only.
struct QuestionContext {
  Phase phase = Phase::Turn;
  Seat seat = 0;  // the acting seat: targets are counted from it
  int seats = 0;
  int pile_size = 0;
};

constexpr QuestionContext question_context(const State& s, Seat seat) {
  return {s.top().phase, seat, s.seats, s.pile_size};
}
constexpr QuestionContext question_context(const View& v) {
  return {v.phase(), v.viewer, v.seats, v.pile_size};
}

}  // namespace nl
