#include "bots/look_ahead.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bots/net_policy.h"
#include "bots/recall.h"
#include "bots/worth.h"
#include "engine/determinize.h"
#include "engine/game.h"

namespace nl {
namespace {

// A game that doesn't end is broken off: the critic judges, or nobody has won.
constexpr int kMostAnswers = 40;
constexpr int kLongestGame = 400;

}  // namespace

Worlds::Worlds(const Rules& rules, const View& v, Past past, const Network& policy,
               const Belief& belief, Stream& chance) {
  const Recall recall(rules, v, past, policy, belief.events);
  std::vector<Recalled> recalled;
  for (int i = 0; i < belief.worlds; ++i) {
    const State world = determinize(rules, v, chance);
    recalled.push_back(belief.events > 0 ? recall.lead_to(world, chance) : Recalled{});
    const Recalled& last = recalled.back();
    traced_ += last.whole;
    worlds_.push_back(
        {world, last.whole ? last.minds : imagined_minds(v, world, past, net_remembers(policy))});
  }
  if (belief.trust > 0 && traced_ > 0) weigh_by(recalled, believed(policy, recalled), belief.trust);
  double sum = 0;
  for (const Imagined& one : worlds_) up_to_.push_back(sum += one.weight);
}

// One that can't be traced is believed no more than the least of the others.
void Worlds::weigh_by(std::span<const Recalled> recalled, std::span<const double> believed,
                      double trust) {
  double most = -std::numeric_limits<double>::infinity();
  double least = -most;
  for (std::size_t i = 0; i < recalled.size(); ++i) {
    if (!recalled[i].whole) continue;
    most = std::max(most, believed[i]);
    least = std::min(least, believed[i]);
  }
  for (std::size_t i = 0; i < recalled.size(); ++i) {
    const double one = recalled[i].whole ? believed[i] : least;
    worlds_[i].weight = std::exp(trust * (one - most));
  }
}

const Imagined& Worlds::pick(double lot) const {
  const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), lot * up_to_.back());
  const auto place = static_cast<std::size_t>(found - up_to_.begin());
  return worlds_[std::min(place, worlds_.size() - 1)];
}

double Worlds::worth() const {
  double squares = 0;
  for (const Imagined& one : worlds_) squares += one.weight * one.weight;
  return up_to_.back() * up_to_.back() / squares;
}

void Rollouts::add(const Imagined& imagined, Action action, std::uint64_t luck) {
  Game& game = games_.emplace_back(imagined, luck);
  apply_legal(rules_, game.world, me_, action, game.random, game.minds);
}

// Until somebody has a choice, or the game is settled.
void Rollouts::go_on(Game& game) const {
  State& world = game.world;
  while (!world.over() && world.living(me_) && game.answers++ < kLongestGame) {
    const Seat seat = next_actor(world);
    const ActionSet answers = legal(rules_, world, seat);
    if (answers.size() > 1) {
      if (until_ == Until::AskedAgain && (seat == me_ || game.answers > kMostAnswers)) {
        const View seen = view(rules_, world, game.minds.known(seat), seat, answers);
        game.win = critic_chances(rules_, world, seen)[me_];
        game.asked = kNoSeat;
      } else {
        const Glimpse seen = glimpse(rules_, world, game.minds.known(seat), seat, answers);
        game.question.put(policy_, rules_, seen, game.minds.past(seat));
        game.asked = seat;
      }
      return;
    }
    apply_legal(rules_, world, seat, answers.nth(0), game.random, game.minds);
  }
  game.asked = kNoSeat;
  game.win = world.over() && winner(world) == me_ ? 1 : 0;
}

std::vector<double> Rollouts::play() {
  std::vector<Game*> open;
  for (Game& game : games_) {
    go_on(game);
    if (game.asked != kNoSeat) open.push_back(&game);
  }
  std::vector<const KeptQuestion*> questions;
  while (!open.empty()) {
    questions.clear();
    for (const Game* game : open) questions.push_back(&game->question);
    const std::vector<std::vector<Weighed>> answers = answer_all(policy_, questions);
    for (std::size_t i = 0; i < open.size(); ++i) {
      Game& game = *open[i];
      const Action action = draw(answers[i], game.choices).action;
      apply_legal(rules_, game.world, game.asked, action, game.random, game.minds);
      go_on(game);
    }
    std::erase_if(open, [](const Game* game) { return game->asked == kNoSeat; });
  }
  std::vector<double> wins;
  for (const Game& game : games_) wins.push_back(game.win);
  games_.clear();
  return wins;
}

}  // namespace nl
