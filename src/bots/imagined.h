// Imagined world: a sample that the viewer can't tell from the true one, played on by rules. Search
// is made of this: deal the unseen cards again, play on, see who wins.
#pragma once

#include <array>

#include "bots/counting_policy.h"
#include "engine/event.h"
#include "engine/game.h"
#include "engine/view.h"

namespace nl {

// The seats' knowledge of the pile in an imagined game. Less than Knowledge, and far cheaper: how
// many of the top cards a seat has seen, and where it knows a kitten to be.
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

// Deals a world from the view. Uniform over those that the view allows, except that a kitten just
// put back by somebody else is more often on top, as it is in play.
State imagine(const Rules& rules, const View& v, Stream& chance);

// Plays on to the end; who wins, or nobody where there is no end.
Seat play_out(const Rules& rules, State& world, Peeks& peeks, SeededSource& random, Stream& chance);

}  // namespace nl
