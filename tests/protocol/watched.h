// Test fixture: a game and all its viewers.
#pragma once

#include <functional>
#include <vector>

#include "engine/random_play.h"

namespace nl {

// A game in which every seat and a watcher look on.
class Watched {
 public:
  static constexpr bool kListens = true;

  Watched(const GameKind& kind, std::uint64_t number) : rules(kind.rules), random_(number, 3) {
    for (Seat seat = 0; seat < kind.seats; ++seat) viewers.push_back(seat);
    viewers.push_back(kWatcher);
    for (const Seat viewer : viewers) known_.emplace_back(viewer, kind.seats);
    s = new_game(rules, kind.seats, random_, *this);
  }

  const Rules& rules;
  State s{};
  std::vector<Seat> viewers;
  std::function<void(const Event&, Seat viewer)> on_event;

  void operator()(const Event& event) {
    for (std::size_t i = 0; i < viewers.size(); ++i) {
      const Event shown = redact(event, viewers[i]);
      fold(known_[i], shown);
      if (on_event && shown.kind != EventKind::None) on_event(shown, viewers[i]);
    }
  }
  View view_of(std::size_t i) const { return view(rules, s, known_[i], viewers[i]); }
  void step(Dice& dice) {
    const Seat seat = dice.seat(actors(s));
    apply(rules, s, seat, dice.action(legal(rules, s, seat)), random_, *this);
  }

 private:
  SeededSource random_;
  std::vector<Knowledge> known_;
};

}  // namespace nl
