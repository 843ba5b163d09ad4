// Help between the players of one game.
#include "coach/help_given.h"

#include <cassert>

#include "coach/film_position.h"

namespace nl {
namespace {

// Answers that strong play hardly ever gives don't move its mean, and each costs an evaluation.
constexpr double kRare = 0.01;

// Mean outcome of strong play.
Chances expected(const Judge& judge, const Position& before, Seat seat, std::uint64_t luck) {
  const View v = view(judge.rules(), before.state, before.known.seats[seat], seat);
  Chances mean{};
  double weight = 0;
  for (const Weighed& answer : judge.strong_play(v)) {
    if (answer.chance < kRare) continue;
    const Chances chances = judge.after(before, seat, answer.action, luck);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += answer.chance * chances[i];
    weight += answer.chance;
  }
  for (double& chance : mean) chance /= weight;
  return mean;
}

}  // namespace

void HelpGiven::add(const Position& before, Seat seat, Action action) {
  const State& s = before.state;
  const SeatMask others = s.alive & ~seat_bit(seat);
  if (count_bits(others) < kFewestForHelp - 1) return;
  if (legal(judge_.rules(), s, seat).size() < 2) return;
  const std::uint64_t luck = ++moves_;  // the same for every answer, so that it drops out
  const Chances usual = expected(judge_, before, seat, luck);
  const Chances made = judge_.after(before, seat, action, luck);
  double shared = 0;
  for (Seat other = 0; other < s.seats; ++other) {
    if (holds(others, other)) shared += (made[other] - usual[other]) / count_bits(others);
  }
  for (Seat other = 0; other < s.seats; ++other) {
    if (holds(others, other)) help_[seat][other] += made[other] - usual[other] - shared;
  }
}

HelpGiven help_in(const Film& film) {
  const Rules& rules = film.header().rules;
  assert(HelpGiven::measures(rules, film.header().seats));
  HelpGiven help(rules);
  const std::vector<Still>& stills = film.stills();
  for (std::size_t i = 0; i + 1 < stills.size(); ++i) {
    const Move move = move_of(stills[i].state, stills[i + 1].action);
    if (!move.leaves) help.add(position_of(stills[i]), move.seat, move.action);
  }
  return help;
}

}  // namespace nl
