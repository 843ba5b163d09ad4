// Tests of the best-response search: its belief is right, and it finds the best response.
#include "bots/best_response_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "arena/exploit.h"
#include "arena/small_games.h"
#include "bots/event_number.h"
#include "bots/net_policy.h"
#include "bots/past_worlds.h"
#include "engine/determinize.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"
#include "engine/same_view.h"

namespace nl {
namespace {

// ---- worlds weigh what they are likely ----------------------------------------------------------

// Its answers tell much about its hand, about what it knows of the pile and about what it was told.
class TellTale : public Bot {
 public:
  Action act(const Rules& rules, const View& v, Past past) override {
    return draw(chances(rules, v, past), chance_).action;
  }
  std::vector<Weighed> chances(const Rules&, const View& v, Past past) override {
    std::uint64_t sees = static_cast<std::uint64_t>(v.known.at(0)) + event_number(past.ago(2));
    for (const std::uint8_t copies : v.hand.n) sees = mix64(sees + copies);
    std::vector<Weighed> chances;
    double sum = 0;
    v.legal.for_each([&](Action action) {
      chances.push_back({action, 1.0 + static_cast<double>(mix64(sees + action.id) % 12)});
      sum += chances.back().chance;
    });
    for (Weighed& one : chances) one.chance /= sum;
    return chances;
  }
  bool remembers(const Rules&) const override { return true; }
  void reseed(std::uint64_t seed) override { chance_ = Stream(seed); }

 private:
  Stream chance_{1};
};

// Its hand, the top card, and where the kitten is.
std::string name_of(const State& world, Seat other) {
  std::string name;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    name += std::string(world.hands[other][card_at(kind)], static_cast<char>('a' + kind));
  }
  for (int i = 0; i < world.pile_size; ++i) {
    if (i == 0 || world.from_top(i) == Card::Exploding) {
      name += std::to_string(i) + static_cast<char>('a' + index(world.from_top(i)));
    }
  }
  return name;
}

using Shares = std::map<std::string, double>;

// True states in which seat 0 had the same events and cards.
struct Moment {
  View v;
  std::vector<Event> told;
  Shares found;
  int times = 0;
};

struct Listens {
  static constexpr bool kListens = true;
  MemorySink& memory;
  std::vector<Event>& told;
  std::uint64_t hash = 0;

  void operator()(const Event& event) {
    memory(event);
    const Event shown = redact(event, 0);
    if (shown.kind == EventKind::None) return;
    told.push_back(shown);
    hash = mix64(hash + event_number(shown));
  }
};

void play_one(const Rules& rules, std::uint64_t game, Bot& other,
              std::map<std::uint64_t, Moment>& moments) {
  MemorySink memory(2);
  std::vector<Event> told;
  Listens sink{memory, told};
  SeededSource random(3, game);
  State s = new_game(rules, 2, random, sink);
  for (const std::uint8_t copies : s.hands[0].n) sink.hash = mix64(sink.hash + copies);
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, memory.known(seat), seat);
    Action action = v.legal.nth(0);
    if (v.legal.size() > 1 && seat == 1) action = other.act(rules, v, memory.past(1));
    if (v.legal.size() > 1 && seat == 0) {
      Moment& moment = moments[sink.hash];
      if (moment.times++ == 0) {
        moment.v = v;
        moment.told = told;
      }
      ++moment.found[name_of(s, 1)];
      // Always the same where the same was told, so that the same is told often.
      action =
          v.legal.nth(static_cast<int>(sink.hash % static_cast<std::uint64_t>(v.legal.size())));
    }
    apply_legal(rules, s, seat, action, random, sink);
  }
}

struct Belief {
  Shares weights;
  double sum = 0;
  double squares = 0;

  void add(const std::string& name, double weight) {
    weights[name] += weight;
    sum += weight;
    squares += weight * weight;
  }
  double share(const std::string& name) const {
    const auto found = weights.find(name);
    return found != weights.end() ? found->second / sum : 0;
  }
  // Of how many worlds it would be as good, if none weighed more than another.
  double worlds() const { return sum * sum / squares; }
};

struct Beliefs {
  Belief weighed, even;
};

Beliefs believed(const Rules& rules, const Moment& moment, Bot& other) {
  constexpr int kDeals = 600;
  Stream chance(5);
  SaidChances said;
  PastWorlds worlds(rules, moment.v, moment.told, other, chance, said);
  EXPECT_TRUE(worlds.possible());
  Beliefs both;
  for (int i = 0; i < kDeals; ++i) {
    const auto world = worlds.draw();
    if (!world) continue;
    both.weighed.add(name_of(world->state, 1), std::exp(world->log_weight()));
    both.even.add(name_of(world->state, 1), 1);
  }
  EXPECT_GT(both.even.sum, 0);
  return both;
}

// Distance of the belief, in squares of what chance explains: 1 for each share that is free.
struct Off {
  double squares = 0;
  double free = 0;
  double each() const { return squares / free; }

  void add(const Moment& moment, const Belief& belief) {
    for (const auto& [name, times] : moment.found) {
      const double found = times / moment.times;
      const double share = belief.share(name);
      const double middle = (found + share) / 2;
      if (middle < 0.01 || middle > 0.999) continue;
      const double spread = middle * (1 - middle) * (1 / belief.worlds() + 1.0 / moment.times);
      squares += (found - share) * (found - share) / spread;
      ++free;
    }
  }
};

// The moments that came most often late in the game, where there is much to be told from.
std::vector<Moment> late_moments(const Rules& rules, Bot& other) {
  constexpr int kGames = 8000, kOften = 80, kMost = 20;
  std::map<std::uint64_t, Moment> all;
  for (std::uint64_t game = 0; game < kGames; ++game) play_one(rules, game, other, all);
  std::vector<Moment> late;
  for (const auto& [key, moment] : all) {
    if (moment.times >= kOften) late.push_back(moment);
  }
  std::sort(late.begin(), late.end(),
            [](const Moment& a, const Moment& b) { return a.told.size() > b.told.size(); });
  late.resize(std::min<std::size_t>(late.size(), kMost));
  return late;
}

struct Weighted {
  SmallGame small;
  int defuses = 2;  // in the deck from four on
};

// With pairs, Favors and Nopes, with shuffles and without, with a Defuse for some and with more:
// what weighs nothing in one game counts in another.
TEST(BestResponseSearch, BOT_1_WorldsWeighWhatTheyAreLikely) {
  Off weighed, even;
  for (const Weighted& game : {Weighted{{"SAF", 0}}, Weighted{{"SSAF", 1}}, Weighted{{"SACCCC", 2}},
                               Weighted{{"FFHCCC", 1}}, Weighted{{"SFVVV", 1}},
                               Weighted{{"SANNN", 1}}, Weighted{{"SSV", 1}, 4}}) {
    Rules rules = *small_game_rules(game.small);
    rules.copies[Card::Defuse] = static_cast<std::uint8_t>(game.defuses);
    rules.extra_defuses = ExtraDefuses::Two;
    rules.extra_defuses_dealt = true;
    TellTale other;
    Off here;
    for (const Moment& moment : late_moments(rules, other)) {
      const Beliefs both = believed(rules, moment, other);
      here.add(moment, both.weighed);
      even.add(moment, both.even);
    }
    weighed.squares += here.squares;
    weighed.free += here.free;
    EXPECT_LT(here.squares, here.free + 3 * std::sqrt(2 * here.free)) << game_name(game.small);
  }
  EXPECT_GT(weighed.free, 200);
  EXPECT_LT(weighed.each(), 1.3);
  EXPECT_GT(even.each(), 3);
}

// ---- it is a player like others -----------------------------------------------------------------

struct Table {
  Rules rules = make_rules(Preset::Official);
  MemorySink memory;
  State s;

  Table(int seats, std::uint64_t game, const std::function<void(Table&, const View&)>& look)
      : memory(seats) {
    rules.nope_way = NopeWay::Commit;
    SeededSource random(11, game);
    s = new_game(rules, seats, random, memory);
    const auto player = make_bot("counting", game);
    for (int answers = 0; answers < 60 && !s.over(); ++answers) {
      const Seat seat = next_actor(s);
      const View v = view(rules, s, memory.known(seat), seat);
      if (v.legal.size() > 1) look(*this, v);
      apply_legal(rules, s, seat, player->act(rules, v, {}), random, memory);
    }
  }
};

// The answer depends on the events told to its seat and on the seed, whatever the others hold.
TEST(BestResponseSearch, BOT_1_AnAnswerDependsOnWhatWasToldAlone) {
  Stream words(9);
  int compared = 0;
  for (const int seats : {2, 4}) {
    Table(seats, 1, [&](Table& table, const View& v) {
      if (++compared % 4 != 0) return;
      const View again = view(table.rules, determinize(table.rules, v, words), v.known, v.viewer);
      ASSERT_EQ(different_field(v, again), "");
      const Past past = table.memory.past(v.viewer);
      const Action action = make_bot("hunt:counting:6", 5)->act(table.rules, v, past);
      EXPECT_TRUE(v.legal.has(action));
      EXPECT_EQ(action, make_bot("hunt:counting:6", 5)->act(table.rules, again, past));
    });
  }
  EXPECT_GT(compared, 40);
}

TEST(BestResponseSearch, BOT_1_EveryWorldLooksAsTheTrueOneDoes) {
  int looked = 0;
  for (const int seats : {2, 3}) {
    Table(seats, 2, [&](Table& table, const View& v) {
      std::vector<Event> past;
      for (int i = kHistory - 1; i >= 0; --i) {
        const Event& event = table.memory.past(v.viewer).ago(i);
        if (event.kind != EventKind::None) past.push_back(event);
      }
      if (past.empty() || past.front().kind != EventKind::GameStarted) return;
      Stream chance(3);
      SaidChances said;
      const auto target = make_bot("random", 1);
      PastWorlds worlds(table.rules, v, past, *target, chance, said);
      const WeighedWorlds drawn = worlds.draw_many(5);
      for (const PastWorld& world : drawn.worlds) {
        const View again = view(table.rules, world.state, world.minds.known(v.viewer), v.viewer);
        EXPECT_EQ(different_field(v, again), "");
        ++looked;
      }
    });
  }
  EXPECT_GT(looked, 60);
}

// ---- what it finds ------------------------------------------------------------------------------

// An attack that finds nothing says something only if it finds much where there is much.
TEST(BestResponseSearch, AGT_1_MostOfWhatRulePlayersGiveAwayIsFound) {
  const Rules rules = *small_game_rules({"SAF", 0});
  const ExploitLimits limits{.samples = 100, .solve = {.exploitability = 0.01, .seconds = 20}};
  for (const char* bot : {"counting", "careful"}) {
    const double there = exploit(bot, rules, limits).exploitability;
    const double found = found_by_search(bot, rules, 40, limits.samples);
    EXPECT_GT(there, 0.15) << bot;
    EXPECT_GT(found, 0.7 * there) << bot;
    EXPECT_LE(found, there + 1e-6) << bot;
  }
}

}  // namespace
}  // namespace nl
