// Imagined world: a sample that is consistent with the viewer's knowledge, played on by rules.
// Search deals the unseen cards at random, plays on, and counts the wins.
#pragma once

#include <array>

#include "bots/counting_policy.h"
#include "engine/event.h"
#include "engine/game.h"
#include "engine/view.h"

namespace nl {

// The seats' knowledge of the pile in an imagined game. Less than Knowledge, and far cheaper: the
// number of top cards a seat has seen, and the known place of a kitten.
class Peeks {
 public:
  static constexpr bool kListens = true;
  static constexpr int kNowhere = -1;

  void start(const View& v, const State& world);
  void operator()(const Event& event);

  int seen(Seat seat) const { return seen_[seat]; }
  int kitten_at(Seat seat) const { return kitten_at_[seat]; }

 private:
  void forget(int kitten = kNowhere);
  void look(const Event& event);
  void draw_top();
  void put_back(const Event& event);
  void put_on_top(const Event& event);
  void buried(const Event& event);

  std::array<int, kMaxSeats> seen_{};
  std::array<int, kMaxSeats> kitten_at_{};
};

// Situation of `seat` in the imagined game.
Situation situation(const Rules& rules, const State& world, const Peeks& peeks, Seat seat);

// Deals a world from the view, uniformly among the consistent ones, except that a kitten just put
// back by somebody else is more often on top, as in real play.
State imagine(const Rules& rules, const View& v, Stream& chance);

// Plays to the end; returns the winner, or nobody if the game does not end.
Seat play_out(const Rules& rules, State& world, Peeks& peeks, SeededSource& random, Stream& chance);

}  // namespace nl
