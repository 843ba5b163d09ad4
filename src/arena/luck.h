// Luck of a game by AIVAT (Burch and others, 2018), to be subtracted from the result: the mean
// stays the same, and the variance shrinks.
//
// Luck is measured from the table's viewpoint: all hands open, and of the pile the cards that
// anybody has looked at. From there every outcome of chance has a known probability, whoever plays.
// The value of the actual outcome, minus the mean value of all outcomes, has the mean 0 for any
// value function that is fixed beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bots/bot.h"
#include "bots/position_value.h"
#include "engine/games_hash.h"
#include "engine/past.h"
#include "engine/random.h"
#include "engine/state.h"

namespace nl {

struct OpenTable {
  State state{};       // unseen cards of the pile are kUndecided …
  Counts undecided{};  // … and these are the cards, in some order
  KnowledgeSink known{0};
};

// Every seat's chances, from the table's viewpoint.
using TableValue = std::function<Chances(const OpenTable&)>;

// The critic's mean over some orders of the undecided cards.
TableValue critic_value(const Rules& rules, int orders);

struct TableOutcome {
  double probability = 0;
  OpenTable table{};
};

// A look at three cards has thousands of outcomes; there luck is not subtracted.
inline constexpr std::size_t kMostOutcomes = 64;

// All outcomes of an answer; empty if there are more than kMostOutcomes.
std::vector<TableOutcome> outcomes_of(const Rules& rules, const OpenTable& at, Seat seat,
                                      Action action);

// Sums the luck of a game, by seat.
class LuckMeter {
 public:
  LuckMeter(const Rules& rules, TableValue value) : rules_(rules), value_(std::move(value)) {}

  // An answer, and the table after it. `mix`: the seat's probability of each legal answer, if
  // known; then the choice among them counts as luck, too.
  void add(const OpenTable& before, Seat seat, Action action, const std::vector<Weighed>& mix,
           const OpenTable& after);

  const Chances& luck() const { return luck_; }

 private:
  bool add_mean(const OpenTable& at, Seat seat, const Weighed& answer, Chances& mean) const;

  const Rules& rules_;
  TableValue value_;
  Chances luck_{};
};

// Answers of a game.
struct GameAnswer {
  Seat seat = 0;
  Action action{};
  bool left = false;  // the game, in place of an answer
};

// A seat's probability of each answer, from what it saw; empty if unknown.
using MixOf = std::function<std::vector<Weighed>(Seat seat, const View& v, Past past)>;

// The luck in a game that was dealt from `random`, by seat.
Chances luck_in_game(const Rules& rules, int seats, const SeededSource& random,
                     const std::vector<GameAnswer>& answers, const MixOf& mix_of,
                     const TableValue& value);

}  // namespace nl
