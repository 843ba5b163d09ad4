// One game of a batch, between decisions: what a row of nl_batch does in self-play, for code that
// runs on a GPU and on a CPU alike. Answers that leave no choice are given inside, an illegal
// action forfeits, and a finished game is followed by the next episode.
#pragma once

#include "engine/fingerprint.h"

namespace nl::gpu {

// Row r plays in its episode e the game number r * 2^32 + e, as the rows of nl_batch do.
constexpr SeededSource chance_of(std::uint64_t seed, std::uint32_t row, std::uint32_t episode) {
  return SeededSource(seed, static_cast<std::uint64_t>(row) << 32 | episode);
}
constexpr Stream choices_of(std::uint64_t seed, std::uint32_t row) {
  return Stream(mix64(mix64(seed + 1) ^ static_cast<std::uint64_t>(row) << 32));
}

struct Asked {
  ActionSet legal{};
  Seat seat = 0;
  Card window_on = kNoCard;  // in a window: the card that it is about
};

// Plays on until somebody has a choice; false where the game ends first.
template <class Sink>
constexpr bool advance(const Rules& rules, State& s, SeededSource& random, Sink& sink,
                       Asked& asked) {
  while (!s.over()) {
    asked.seat = next_actor(s);
    asked.legal = legal(rules, s, asked.seat);
    if (asked.legal.size() != 1) {
      asked.window_on = s.top().phase == Phase::Window ? s.play.card : kNoCard;
      return true;
    }
    apply_legal(rules, s, asked.seat, asked.legal.nth(0), random, sink);
  }
  return false;
}

template <class Sink>
constexpr void answer(const Rules& rules, State& s, const Asked& asked, Action action,
                      SeededSource& random, Sink& sink) {
  if (asked.legal.has(action)) {
    apply_legal(rules, s, asked.seat, action, random, sink);
  } else {
    forfeit(rules, s, asked.seat, random, sink);
  }
}

constexpr Action choose(Stream& choices, const ActionSet& legal) {
  return legal.nth(static_cast<int>(bounded(choices, static_cast<std::uint32_t>(legal.size()))));
}

}  // namespace nl::gpu
