// An open question, as much of it as its words need: those who never have a State ask and answer
// with it as well.
#pragma once

#include <cstdint>

#include "engine/view.h"

namespace nl {

// The number of a question that was put to a seat. It changes only when that seat's question
// changes, never when somebody else passes, so an answer that comes late can't hit another question
// by accident, and nobody learns from it who has answered.
using Decision = std::uint32_t;

// The pile's size, which is public, is wanted for Phase::Place and Phase::Bury alone.
struct Asked {
  Phase phase = Phase::Turn;
  Seat seat = 0;  // who is asked: targets are counted from it
  int seats = 0;
  int pile_size = 0;
};

constexpr Asked asked_of(const State& s, Seat seat) {
  return {s.top().phase, seat, s.seats, s.pile_size};
}
constexpr Asked asked_of(const View& v) { return {v.phase(), v.viewer, v.seats, v.pile_size}; }

}  // namespace nl
