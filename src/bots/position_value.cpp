// Value of a position.
#include "bots/position_value.h"

#include <algorithm>
#include <cmath>

#include "bots/counting_policy.h"
#include "bots/imagined.h"
#include "bots/net_policy.h"
#include "engine/encode.h"
#include "engine/privileged.h"

namespace nl {
namespace {

// Limit of policy answers before the critic is asked: a game without an end is cut off there.
constexpr int kLongestWay = 40;
// Limit of consecutive forced answers.
constexpr int kMostForced = 400;
// Samples of a bot with random play.
constexpr int kSamples = 32;

View view_of_actor(const Rules& rules, const Position& at) {
  const Seat seat = next_actor(at.state);
  return view(rules, at.state, at.known.seats[seat], seat);
}

Chances certain(Seat winner) {
  Chances chances{};
  if (winner < kMaxSeats) chances[winner] = 1;
  return chances;
}

// Dead players can't win, whatever a network says.
Chances of_the_living(Chances chances, SeatMask alive) {
  double sum = 0;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (!holds(alive, seat)) chances[seat] = 0;
    sum += chances[seat];
  }
  for (double& chance : chances) chance /= sum;
  return chances;
}

// Another seat's knowledge in the imagined world, as far as the viewer can tell: the size of the
// pile, the dead, and the top cards that the seat has looked at.
Knowledge imagined_knowledge(const View& v, const State& world, Seat seat) {
  Knowledge::Parts parts;
  parts.peeked = v.known.peeked();
  parts.pile_size = static_cast<std::uint8_t>(v.known.pile_size());
  parts.exploded = static_cast<std::uint8_t>(v.known.exploded());
  parts.imploded = static_cast<std::uint8_t>(v.known.imploded());
  const int seen = std::min<int>(v.known.peeked(seat), world.pile_size);
  for (std::uint8_t place = 0; place < seen; ++place) {
    parts.facts[parts.fact_count++] = {world.from_top(place), place, place};
  }
  return {seat, v.seats, parts};
}

Position imagined_position(const Rules& rules, const View& v, Stream& chance) {
  Position at{imagine(rules, v, chance), KnowledgeSink(v.seats)};
  for (Seat seat = 0; seat < v.seats; ++seat) {
    at.known.set(seat, seat == v.viewer ? v.known : imagined_knowledge(v, at.state, seat));
  }
  return at;
}

}  // namespace

bool critic_learned(const Rules& rules, int seats) {
  Rules trained = make_rules(kDefaultPreset);
  trained.nope_way = rules.nope_way;
  trained.window_ms = rules.window_ms;
  trained.first = rules.first;
  return rules == trained && seats <= trained.max_players;
}

Chances critic_chances(const Rules& rules, const State& world, const View& v) {
  std::array<std::uint8_t, sizeof(CountingObservation) + kPrivilegedSize> bytes;
  CountingObservation observation;
  encode(rules, v, observation);
  const auto front = std::bit_cast<std::array<std::uint8_t, sizeof(observation)>>(observation);
  std::copy(front.begin(), front.end(), bytes.begin());
  encode_privileged(world, v.viewer, bytes.data() + front.size());
  const Eigen::RowVectorXf logits = critic_network()(bytes);
  double sum = 0;
  for (int i = 0; i < world.seats; ++i) sum += std::exp(double{logits[i]});
  Chances chances{};
  for (int i = 0; i < world.seats; ++i) {
    chances[seat_after(v.viewer, i, world.seats)] = std::exp(double{logits[i]}) / sum;
  }
  return chances;
}

Chances Judge::played_out(const Position& at, std::uint64_t luck) const {
  State world = at.state;
  Peeks peeks;
  peeks.start(view_of_actor(rules_, at), world);
  SeededSource random(luck, 1);
  Stream chance(mix64(luck + 1));
  return certain(play_out(rules_, world, peeks, random, chance));
}

Chances Judge::judged(const Position& at, std::uint64_t luck) const {
  if (at.state.over()) return certain(winner(at.state));
  if (yardstick_ == Yardstick::Rollouts) return played_out(at, luck);
  return of_the_living(critic_chances(rules_, at.state, view_of_actor(rules_, at)), at.state.alive);
}

Chances Judge::chances(Position at, Seat actor, std::uint64_t luck) const {
  SeededSource random(luck, 0);
  Stream choices(luck);
  int chosen = 0;
  for (int i = 0; i < kMostForced && !at.state.over(); ++i) {
    const Seat seat = next_actor(at.state);
    const ActionSet answers = legal(rules_, at.state, seat);
    Action answer = answers.nth(0);
    if (answers.size() > 1) {
      const bool goes_on = yardstick_ == Yardstick::Foresight && seat != actor &&
                           at.state.living(actor) && chosen < kLongestWay;
      if (!goes_on) break;
      ++chosen;
      answer = draw(strong_play(view_of_actor(rules_, at)), choices).action;
    }
    apply_legal(rules_, at.state, seat, answer, random, at.known);
  }
  return judged(at, luck);
}

// The same source as for the rest of the game: a forced answer makes no difference.
Chances Judge::after(Position at, Seat seat, Action action, std::uint64_t luck) const {
  SeededSource random(luck, 0);
  apply_legal(rules_, at.state, seat, action, random, at.known);
  return chances(at, seat, luck);
}

std::vector<Weighed> Judge::strong_play(const View& v) const {
  if (yardstick_ != Yardstick::Rollouts) return weigh(policy_network(), rules_, v, {});
  std::vector<Weighed> choices;
  v.legal.for_each([&](Action action) { choices.push_back({action, 0}); });
  const Situation at = situation(rules_, v);
  Stream chance(1);
  for (int i = 0; i < kSamples; ++i) {
    const Action action = counting_choice(at, chance).action;
    for (Weighed& choice : choices) choice.chance += choice.action == action ? 1.0 / kSamples : 0;
  }
  return choices;
}

namespace {

// The viewer's result with each answer, world by world.
struct Trials {
  std::vector<MoveValue> moves;
  std::vector<std::vector<double>> wins;
};

Trials try_all(const Judge& judge, const View& v, int worlds, std::uint64_t seed) {
  Trials trials;
  v.legal.for_each([&](Action action) { trials.moves.push_back({.action = action}); });
  trials.wins.resize(trials.moves.size());
  Stream chance(mix64(seed));
  for (int world = 0; world < worlds; ++world) {
    const Position imagined = imagined_position(judge.rules(), v, chance);
    const std::uint64_t luck = std::uint64_t{chance()} << 32 | chance();
    for (std::size_t i = 0; i < trials.moves.size(); ++i) {
      const Chances chances = judge.after(imagined, v.viewer, trials.moves[i].action, luck);
      for (std::size_t seat = 0; seat < chances.size(); ++seat) {
        trials.moves[i].chances[seat] += chances[seat] / worlds;
      }
      trials.wins[i].push_back(chances[v.viewer]);
    }
  }
  return trials;
}

// Of the mean of the differences, whose error is far smaller than that of either mean: the worlds
// are the same.
double error_of_difference(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = a[i] - b[i];
    sum += difference;
    squares += difference * difference;
  }
  const double variance = std::max(0.0, squares / n - sum / n * (sum / n));
  return a.size() > 1 ? std::sqrt(variance / (n - 1)) : 1;
}

void compare(Trials& trials, Seat viewer) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < trials.moves.size(); ++i) {
    if (trials.moves[i].chances[viewer] > trials.moves[best].chances[viewer]) best = i;
  }
  for (std::size_t i = 0; i < trials.moves.size(); ++i) {
    MoveValue& move = trials.moves[i];
    move.behind = trials.moves[best].chances[viewer] - move.chances[viewer];
    move.error = error_of_difference(trials.wins[best], trials.wins[i]);
  }
}

}  // namespace

Weighing weigh_moves(const Judge& judge, const View& v, int worlds, std::uint64_t seed) {
  Trials trials = try_all(judge, v, worlds, seed);
  compare(trials, v.viewer);
  Weighing weighing{std::move(trials.moves), {}, worlds};
  const std::vector<Weighed> strong =
      v.legal.size() > 1 ? judge.strong_play(v) : std::vector<Weighed>{{v.legal.nth(0), 1}};
  for (std::size_t i = 0; i < strong.size(); ++i) {
    for (std::size_t seat = 0; seat < weighing.now.size(); ++seat) {
      weighing.now[seat] += strong[i].chance * weighing.moves[i].chances[seat];
    }
  }
  std::stable_sort(weighing.moves.begin(), weighing.moves.end(),
                   [](const MoveValue& a, const MoveValue& b) { return a.behind < b.behind; });
  return weighing;
}

}  // namespace nl
