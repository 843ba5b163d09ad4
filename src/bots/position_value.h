// Value of a position: every seat's chance to win, by one of several measures. Hints, reviews and
// puzzles all use it, so they can't contradict each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bots/bot.h"
#include "engine/games_hash.h"
#include "engine/view.h"

namespace nl {

// By seat; the sum is 1 if the game will end.
using Chances = std::array<double, kMaxSeats>;

// The true state, and each seat's knowledge of it.
struct Position {
  State state{};
  KnowledgeSink known{0};
};

enum class Yardstick : std::uint8_t {
  Critic,     // the trained critic at the next question with a choice
  Foresight,  // … after the trained policy has played until the same seat is asked again
  Rollouts,   // one game played to its end by rule players: won or lost
};

// True if the critic was trained on this game: the official base game for up to five players. The
// time limits and the first player make no difference.
bool critic_learned(const Rules& rules, int seats);

// The critic's estimate for a world in which the acting player sees `v`.
Chances critic_chances(const Rules& rules, const State& world, const View& v);

class Judge {
 public:
  Judge(const Rules& rules, Yardstick yardstick) : rules_(rules), yardstick_(yardstick) {}

  const Rules& rules() const { return rules_; }
  Yardstick yardstick() const { return yardstick_; }

  // Every seat's chance to win from here, after `actor` has acted. Forced answers come first. The
  // same seed gives the same outcomes.
  Chances chances(Position at, Seat actor, std::uint64_t luck) const;

  // The same after this answer of `seat`.
  Chances after(Position at, Seat seat, Action action, std::uint64_t luck) const;

  // A strong player's mixture of the legal answers.
  std::vector<Weighed> strong_play(const View& v) const;

 private:
  Chances judged(const Position& at, std::uint64_t luck) const;
  Chances played_out(const Position& at, std::uint64_t luck) const;

  const Rules& rules_;
  Yardstick yardstick_;
};

struct MoveValue {
  Action action{};
  Chances chances{};
  double behind = 0;  // wins minus the best for the acting player …
  double error = 0;   // … and the standard error of that, over the worlds
};

struct Weighing {
  std::vector<MoveValue> moves{};  // the best first
  Chances now{};                   // before a strong player's answer
  int worlds = 0;
};

// Value of each legal answer to the acting viewer: the mean over consistent worlds, computed from
// the view only. Every answer is tried in the same worlds.
Weighing weigh_moves(const Judge& judge, const View& v, int worlds, std::uint64_t seed);

}  // namespace nl
