// Tests of sampled worlds: a viewer can't tell them from the true one.
#include "engine/determinize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine/chi_square.h"
#include "engine/consistent.h"
#include "engine/invariants.h"
#include "engine/same_view.h"

namespace nl {
namespace {

struct OneKnows {
  static constexpr bool kListens = true;
  Seat viewer;
  Knowledge known;
  void operator()(const Event& event) { fold(known, redact(event, viewer)); }
};

const char* unplayable(const Rules& rules, State s, Dice& dice) {
  SeededSource random(1, static_cast<std::uint64_t>(dice.below(1 << 30)));
  NullSink sink;
  for (int step = 0; !s.over(); ++step) {
    if (step > 20000) return "the world does not end";
    const Seat seat = dice.seat(actors(s));
    const ActionSet choices = legal(rules, s, seat);
    if (choices.empty()) return "the world gets stuck";
    apply(rules, s, seat, dice.action(choices), random, sink);
  }
  return nullptr;
}

TEST(Determinize, WorldsLookTheSameKeepAllThatIsKnownAndPlayOn) {
  const int worlds = in_builds(40'000, 1'000);
  for (int number = 0; number < worlds; ++number) {
    const auto seed = static_cast<std::uint64_t>(number);
    const GameKind& kind = game_kind(seed);
    Dice dice(seed);
    const int at = dice.below(kind.seats + 1);
    const Seat viewer = at < kind.seats ? static_cast<Seat>(at) : kWatcher;
    OneKnows one{viewer, Knowledge(viewer, kind.seats)};
    SeededSource random(21, seed);
    State s = new_game(kind.rules, kind.seats, random, one);
    for (int steps = dice.below(80); steps > 0 && !s.over(); --steps) {
      const Seat seat = dice.seat(actors(s));
      apply(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, one);
    }
    const View seen = view(kind.rules, s, one.known, viewer);
    const State world = determinize(kind.rules, seen, dice.words());
    const View again = view(kind.rules, world, one.known, viewer);
    const std::string where = " in world " + std::to_string(number) + " of " + kind.name();
    ASSERT_EQ(different_field(seen, again), "") << where;
    const char* fault = untrue(kind.rules, world, again);
    ASSERT_EQ(fault, nullptr) << fault << where;
    if (number % 4 != 0) continue;
    fault = unplayable(kind.rules, world, dice);
    ASSERT_EQ(fault, nullptr) << fault << where;
  }
}

// A table so small that all its worlds can be listed: seat 0 looks, seat 1 holds a Defuse that all
// know of and some cards more.
struct SmallTable {
  Rules rules;
  State s{};
  Knowledge known{};
  std::vector<Card> hidden;  // first the pile from the top, then what else seat 1 holds

  SmallTable(Card special, std::vector<Card> cards, int in_pile) : hidden(std::move(cards)) {
    rules.hand = 1;
    rules.extra_defuses = ExtraDefuses::None;
    rules.copies[Card::Defuse] = 2;
    rules.copies[special] = 1;
    rules.copies[Card::Nope] = 1;
    s.hands[0][Card::Defuse] = s.hands[0][Card::Nope] = 1;
    s.hands[1][Card::Defuse] = 1;
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      if (hidden[i] != special) ++rules.copies[hidden[i]];
      if (static_cast<int>(i) >= in_pile) ++s.hands[1][hidden[i]];
    }
    s.pile_size = static_cast<std::uint8_t>(in_pile);
    for (int i = 0; i < in_pile; ++i) s.from_top(i) = hidden[static_cast<std::size_t>(i)];
    OneKnows one{0, Knowledge(0, 2)};
    begin_game(s, 2, 0, one);
    known = one.known;
  }
  std::string world_name(const State& world) const {
    std::string name;
    for (int i = 0; i < world.pile_size; ++i)
      name += static_cast<char>('a' + index(world.from_top(i)));
    name += '|';
    for (int kind = 0; kind < kCardKinds; ++kind) {
      name += std::string(world.hands[1][card_at(kind)], static_cast<char>('a' + kind));
    }
    return name;
  }
  // Number of orders of the hidden cards that make each world, those that can be alone.
  std::map<std::string, int> weights() const {
    std::map<std::string, int> weights;
    std::vector<std::size_t> order(hidden.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    do {
      State world = s;
      world.hands[1] = {};
      world.hands[1][Card::Defuse] = 1;
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (static_cast<int>(i) < s.pile_size) {
          world.from_top(static_cast<int>(i)) = hidden[order[i]];
        } else {
          ++world.hands[1][hidden[order[i]]];
        }
      }
      if (loose_kittens(world, 1) <= 0) ++weights[world_name(world)];
    } while (std::next_permutation(order.begin(), order.end()));
    return weights;
  }
  void expect_uniform() const {
    const View seen = view(rules, s, known, 0);
    const std::map<std::string, int> wanted = weights();
    int all = 0;
    for (const auto& [name, weight] : wanted) all += weight;
    std::map<std::string, int> found;
    Dice dice(4);
    const int draws = 400 * all;
    for (int i = 0; i < draws; ++i) ++found[world_name(determinize(rules, seen, dice.words()))];
    std::vector<int> counts;
    std::vector<double> expected;
    for (const auto& [name, weight] : wanted) {
      counts.push_back(found[name]);
      expected.push_back(1.0 * draws * weight / all);
    }
    EXPECT_EQ(found.size(), wanted.size()) << "worlds that can't be";
    const double freedom = static_cast<double>(wanted.size()) - 1;
    EXPECT_LT(chi_deviations(counts, expected, freedom), kTooFar);
  }
};

TEST(Determinize, EveryWorldThatCanBeIsEquallyLikely) {
  using enum Card;
  SmallTable(Exploding, {Exploding, Skip, Tacocat, Tacocat, Favor}, 3).expect_uniform();
  SmallTable(Exploding, {Skip, Tacocat, Exploding, Attack}, 4).expect_uniform();
}

TEST(Determinize, EK_8_WhereAKittenMayBeHeldWorldsAreEquallyLikelyToo) {
  using enum Card;
  SmallTable(Exploding, {Exploding, Skip, Streaking, Favor, Tacocat}, 3).expect_uniform();
}

}  // namespace
}  // namespace nl
