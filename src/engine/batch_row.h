// Row of a batch: one of many games played side by side, on a CPU or a GPU, from one decision to
// the next. Forced answers are given inside.
#pragma once

#include "engine/game.h"

namespace nl {

// Row r plays in its episode e the game number r * 2^32 + e.
constexpr std::uint64_t game_number(std::uint32_t row, std::uint64_t episode) {
  return static_cast<std::uint64_t>(row) << 32 | episode;
}
constexpr SeededSource chance_of(std::uint64_t seed, std::uint32_t row, std::uint64_t episode) {
  return SeededSource(seed, game_number(row, episode));
}
// Stream of a row's random answers.
constexpr Stream choices_of(std::uint64_t seed, std::uint32_t row) {
  return Stream(mix64(mix64(seed + 1) ^ game_number(row, 0)));
}
constexpr Action choose(Stream& choices, const ActionSet& legal) {
  return legal.nth(static_cast<int>(bounded(choices, static_cast<std::uint32_t>(legal.size()))));
}

// The acting seat in turn-based play, and its question.
struct OpenChoice {
  ActionSet legal{};
  Seat seat = 0;

  constexpr bool forced() const { return legal.size() == 1; }
};

template <class Scope = AnyGame>
constexpr void ask_next(const Rules& rules, const State& s, OpenChoice& asked) {
  asked.seat = next_actor(s);
  asked.legal = legal<Scope>(rules, s, asked.seat);
}

// Those who can only pass do so, but for the last one, whose pass closes the window: in a loop of
// their own, so that the threads of a warp come to what follows together.
template <class Scope = AnyGame, class Sink>
constexpr void pass_where_forced(const Rules& rules, State& s, SeededSource& random, Sink& sink) {
  Referee<SeededSource, Sink, Scope> referee{rules, s, random, sink};
  while (s.top().phase == Phase::Window && count(s.play.waiting) > 1) {
    const Seat seat = next_actor(s);
    if (can_nope<Scope>(s, seat)) return;
    referee.answer(seat, false);
  }
}

// Plays on until somebody has a choice; false if the game ends first. `answered`: begins with
// this action of the seat that is asked. The rules are applied in one place, since compilers for
// GPUs copy them to every place.
template <class Scope = AnyGame, class Sink>
constexpr bool play_on(const Rules& rules, State& s, SeededSource& random, Sink& sink,
                       OpenChoice& asked, bool answered, Action action) {
  for (;; answered = false) {
    if (!answered) {
      pass_where_forced<Scope>(rules, s, random, sink);
      if (s.over()) return false;
      ask_next<Scope>(rules, s, asked);
      if (!asked.forced()) return true;
      action = asked.legal.nth(0);
    }
    apply_legal<Scope>(rules, s, asked.seat, action, random, sink);
  }
}

}  // namespace nl
