// Tests of the exact solver by known values, and by brute force that shares nothing with it but the
// engine.
#include "arena/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "arena/exploit.h"
#include "arena/robustness.h"
#include "arena/small_games.h"
#include "arena/team_value.h"
#include "bots/bot.h"
#include "engine/game.h"

namespace nl {
namespace {

Rules rules_for(const char* deck, int deal) { return *small_game_rules({deck, deal}); }

Solution solved(const char* deck, int deal, double exploitability = 0.0002) {
  const SequenceGame game = sequence_game(rules_for(deck, deal));
  Solver solver(game);
  return solve(solver, {.exploitability = exploitability, .seconds = 60});
}

TEST(Solver, RL_3_KnownValues) {
  EXPECT_NEAR(solved("SA", 0).value, 0.6667, 0.0003);
  EXPECT_NEAR(solved("SAF", 0).value, 0.4583, 0.0003);
  EXPECT_NEAR(solved("SSAF", 1).value, 0.5556, 0.0003);
}

TEST(Solver, RL_3_TheSmallGamesHaveTheirInformationSets) {
  for (const SmallGame& small : small_games().first(5)) {
    const SequenceGame game = sequence_game(*small_game_rules(small));
    EXPECT_EQ(game.trees[0].sets.size() + game.trees[1].sets.size(), small.sets)
        << game_name(small);
  }
}

TEST(Solver, WrongDecksAreRefused) {
  EXPECT_FALSE(small_game_rules({"SXA", 0}));
  EXPECT_FALSE(small_game_rules({"SA", 2}));
  EXPECT_FALSE(small_game_rules({"SA", -1}));
}

TEST(Solver, ThreadsChangeNothing) {
  const SequenceGame game = sequence_game(rules_for("SSAF", 1));
  Solver one(game, 1);
  Solver three(game, 3);
  for (int i = 0; i < 20; ++i) {
    one.iterate();
    three.iterate();
  }
  EXPECT_EQ(one.average(0), three.average(0));
  EXPECT_EQ(one.average(1), three.average(1));
}

// ---- brute force: every order of the pile, every pure plan ------------------------------------

// Shuffles into the order it was given. Only for decks without shuffles and steals.
struct GivenOrder {
  std::vector<Card> order;
  void shuffle(Chance, int number, Card* cards, int n) const {
    if (number == 1) std::copy_n(order.begin(), n, cards);
  }
  Card card(Chance, int, const Counts& from, int) const { return nth_card(from, 0); }
  Seat seat(Chance, int, SeatMask seats) const { return first_seat(seats); }
};

// Events and actions of all seats, as text: a seat decides by its own.
struct Diary {
  static constexpr bool kListens = true;
  std::array<std::string, 3> pages;
  void operator()(const Event& event) {
    for (Seat seat = 0; seat < pages.size(); ++seat) {
      const Event shown = redact(event, seat);
      if (shown.kind == EventKind::None) continue;
      for (const int value : {int(shown.kind), int(shown.seat), int(shown.card), int(shown.number),
                              int(shown.secret[0]), int(shown.secret[1]), int(shown.secret[2])}) {
        pages[seat] += std::to_string(value) + ',';
      }
    }
  }
};

// Wins of a seat, over all orders of the pile, where pick(seat, diary, choices) says what is played
// and how likely.
using Pick = std::function<std::vector<double>(Seat, const Diary&, int)>;

double wins(const Rules& rules, const State& s, const Diary& diary, GivenOrder& order,
            const Pick& pick, Seat whose) {
  if (s.over()) return winner(s) == whose;
  const Seat seat = next_actor(s);
  const ActionSet choices = legal(rules, s, seat);
  const std::vector<double> chances = pick(seat, diary, choices.size());
  double sum = 0;
  for (int i = 0; i < choices.size(); ++i) {
    if (chances[static_cast<std::size_t>(i)] == 0) continue;
    State next = s;
    Diary told = diary;
    told.pages[seat] += 'a' + std::to_string(i) + ';';
    apply_legal(rules, next, seat, choices.nth(i), order, told);
    sum += chances[static_cast<std::size_t>(i)] * wins(rules, next, told, order, pick, whose);
  }
  return sum;
}

double wins_over_orders(const Rules& rules, const Pick& pick, int seats = 2, Seat whose = 0) {
  std::vector<Card> deck(static_cast<std::size_t>(seats - 1), Card::Exploding);
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (card_at(kind) == Card::Exploding || card_at(kind) == Card::Defuse) continue;
    for (int i = 0; i < rules.copies[card_at(kind)]; ++i) deck.push_back(card_at(kind));
  }
  std::sort(deck.begin(), deck.end());
  double sum = 0;
  int orders = 0;
  do {
    GivenOrder order{deck};
    Diary diary;
    const State s = new_game(rules, seats, order, diary);
    sum += wins(rules, s, diary, order, pick, whose);
    ++orders;
  } while (std::next_permutation(deck.begin(), deck.end()));
  return sum / orders;
}

std::vector<double> evenly(int n) {
  return std::vector<double>(static_cast<std::size_t>(n), 1.0 / n);
}

std::vector<double> only(int choice, int n) {
  std::vector<double> chances(static_cast<std::size_t>(n), 0.0);
  chances[static_cast<std::size_t>(choice)] = 1;
  return chances;
}

// Every way of choosing one of so many at each place.
template <class Visit>
void for_each_pure_plan(const std::map<std::string, int>& places, Visit visit) {
  std::map<std::string, int> chosen;
  for (const auto& [diary, n] : places) chosen[diary] = 0;
  for (bool more = true; more;) {
    visit(chosen);
    more = false;
    for (auto& [diary, choice] : chosen) {
      if (++choice < places.at(diary)) {
        more = true;
        break;
      }
      choice = 0;
    }
  }
}

TEST(Solver, AgreesWithBruteForceOnRandomPlay) {
  for (const char* deck : {"S", "SA", "SAF", "SSF"}) {
    const Rules rules = rules_for(deck, 0);
    const SequenceGame game = sequence_game(rules);
    Solver solver(game);
    const double expected =
        wins_over_orders(rules, [](Seat, const Diary&, int n) { return evenly(n); });
    EXPECT_NEAR(solver.value(uniform_plan(game.trees[0]), uniform_plan(game.trees[1])), expected,
                1e-6)
        << deck;
  }
}

// Every pure plan of seat 0 against random play of seat 1: the best is the best response.
TEST(Solver, AgreesWithBruteForceOnTheBestResponse) {
  const Rules rules = rules_for("S", 0);
  const SequenceGame game = sequence_game(rules);
  std::map<std::string, int> places;  // choices at each of seat 0's diaries
  wins_over_orders(rules, [&](Seat seat, const Diary& diary, int n) {
    if (seat == 0 && n > 1) places[diary.pages[0]] = n;
    return evenly(n);
  });
  EXPECT_EQ(places.size(), game.trees[0].sets.size());
  double best = 0;
  for_each_pure_plan(places, [&](std::map<std::string, int>& chosen) {
    const Pick pick = [&](Seat seat, const Diary& diary, int n) {
      return seat == 1 || n == 1 ? evenly(n) : only(chosen[diary.pages[0]], n);
    };
    best = std::max(best, wins_over_orders(rules, pick));
  });
  Solver solver(game);
  EXPECT_NEAR(solver.best_response(0, uniform_plan(game.trees[1])), best, 1e-6);
}

// Every pure plan of two that see both their hands, or each its own, against random play.
double least_by_brute_force(const Rules& rules, Seat bot, bool shared) {
  const auto page = [&](Seat seat, const Diary& diary) {
    if (!shared) return std::to_string(seat) + diary.pages[seat];
    std::string both;
    for (Seat mate = 0; mate < 3; ++mate) both += mate == bot ? "" : diary.pages[mate] + '|';
    return both;
  };
  std::map<std::string, int> places;
  const auto look = [&](Seat seat, const Diary& diary, int n) {
    if (seat != bot && n > 1) places[page(seat, diary)] = n;
    return evenly(n);
  };
  wins_over_orders(rules, look, 3, bot);
  double least = 1;
  for_each_pure_plan(places, [&](std::map<std::string, int>& chosen) {
    const Pick pick = [&](Seat seat, const Diary& diary, int n) {
      return seat == bot || n == 1 ? evenly(n) : only(chosen[page(seat, diary)], n);
    };
    least = std::min(least, wins_over_orders(rules, pick, 3, bot));
  });
  return least;
}

TEST(TeamValue, LongAgreesWithBruteForce) {
  const Rules rules = *small_game_rules({"S", 0}, 3);
  double shared = 0;
  double apart = 0;
  for (Seat bot = 0; bot < 3; ++bot) {
    shared += least_by_brute_force(rules, bot, true) / 3;
    apart += least_by_brute_force(rules, bot, false) / 3;
  }
  const TeamValue value = team_value("random", rules, {.samples = 20'000});
  EXPECT_NEAR(value.shared, shared, 0.01);
  EXPECT_NEAR(value.apart_most, apart, 0.01);
}

TEST(TeamValue, AGT_3_ATeamThatSharesItsHandsLeavesNoMore) {
  for (const SmallGame& small : {SmallGame{"SA", 0}, SmallGame{"SAF", 0}, SmallGame{"SAN", 1}}) {
    const Rules rules = *small_game_rules(small, 3);
    for (const char* bot : {"net", "careful"}) {
      const TeamValue value = team_value(bot, rules, {.samples = 20, .starts = 10});
      EXPECT_LE(value.shared, value.apart_most + 1e-9) << game_name(small);
      EXPECT_LT(value.apart_most, 1.0 / 3) << "two against one: " << game_name(small);
      EXPECT_GE(value.shared, 0);
    }
  }
}

TEST(Solver, RL_3_BotsAreExploitedAsTheyDeserve) {
  const Rules rules = rules_for("SSAF", 0);
  const ExploitLimits limits{.samples = 40, .solve = {.exploitability = 0.001, .seconds = 20}};
  const Exploited drawing = exploit("draw", rules, limits);
  const Exploited counting = exploit("counting", rules, limits);
  EXPECT_GT(drawing.exploitability, counting.exploitability);
  EXPECT_GT(counting.exploitability, 0);
  EXPECT_LE(counting.against_best_play, 0.501);
}

// Statements of docs and boards on the shipped network, measured again in the smaller games.
TEST(Solver, AGT_1_TheShippedNetworkGivesAwayNoMoreThanIsStated) {
  const ExploitLimits limits{.solve = {.exploitability = 0.001, .seconds = 20}};
  const SmallLog stated = known_with("").small;
  int measured = 0;
  for (const SmallGame small : small_games()) {
    if (small.sets > 5000) continue;
    const ExploitedBot* const line = stated.find("net", game_name(small));
    ASSERT_NE(line, nullptr) << game_name(small);
    const Exploited found = exploit("net", *small_game_rules(small), limits);
    EXPECT_LE(found.exploitability * 100, line->loses + 0.15) << game_name(small);
    ++measured;
  }
  EXPECT_EQ(measured, 5);
}

// In a game that is small enough to ask it often. docs/train/model-card.md says where it does give
// more away.
TEST(Solver, AGT_2_SearchIsNotWeakerAndNotMoreExploitable) {
  const ExploitLimits limits{.samples = 10, .solve = {.exploitability = 0.001, .seconds = 20}};
  const SmallGame smallest = small_games().front();
  ASSERT_LT(smallest.sets, 100u);
  const Rules rules = *small_game_rules(smallest);
  const Exploited net = exploit("net", rules, limits);
  const Exploited search = exploit("net+search:4", rules, limits);
  EXPECT_LE(search.exploitability, net.exploitability + 0.001);
  EXPECT_GE(search.against_best_play, net.against_best_play - 0.001);
}

const std::string kSmallGamesPolicy = "net:" NINELIVES_SOURCE_DIR "/data/nets/small-games.nlnet";

TEST(Solver, RL_3_ThePolicyTrainedOnTheSmallGamesGivesAwayLessThanAPoint) {
  const ExploitLimits limits{.solve = {.exploitability = 0.001, .seconds = 20}};
  for (const SmallGame small : small_games()) {
    if (small.sets > 5000) continue;  // docs/train/training.md has the others
    const Exploited found = exploit(kSmallGamesPolicy, *small_game_rules(small), limits);
    EXPECT_LT(found.exploitability, 0.01) << game_name(small);
    EXPECT_GT(found.against_best_play, 0.49) << game_name(small);
  }
}

TEST(Solver, BOT_1_ABotPlaysFromANetworkThatRemembers) {
  const auto bot = make_bot(kSmallGamesPolicy, 1);
  ASSERT_NE(bot, nullptr);
  EXPECT_TRUE(bot->remembers(make_rules(Preset::Official)));
  EXPECT_EQ(make_bot("net:/nowhere.nlnet", 1), nullptr);
}

}  // namespace
}  // namespace nl
