// Tests of the luck estimate: its mean is zero, and with exact values it explains all luck.
#include "arena/luck.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "arena/board.h"
#include "arena/listed_chance.h"
#include "arena/small_games.h"
#include "arena/tournament.h"
#include "engine/game.h"

namespace nl {
namespace {

std::vector<Weighed> evenly(const ActionSet& choices) {
  std::vector<Weighed> mix;
  choices.for_each([&](Action action) { mix.push_back({action, 1.0 / choices.size()}); });
  return mix;
}

// ---- a game that is small enough to follow every course of it -----------------------------------

// Everybody's chances if all go on at random.
Chances exact_worth(const Rules& rules, const OpenTable& at) {
  Chances worth{};
  if (at.state.over()) {
    worth[winner(at.state)] = 1;
    return worth;
  }
  const Seat seat = next_actor(at.state);
  for (const Weighed& answer : evenly(legal(rules, at.state, seat))) {
    for (const TableOutcome& outcome : outcomes_of(rules, at, seat, answer.action)) {
      const Chances after = exact_worth(rules, outcome.table);
      for (std::size_t i = 0; i < worth.size(); ++i) {
        worth[i] += answer.chance * outcome.probability * after[i];
      }
    }
  }
  return worth;
}

struct Walk {
  const Rules& rules;
  double dealt = 0;  // value of seat 0's hand at the deal
  int ends = 0;
  double probability = 0;  // of all ends
  double luck = 0;         // of seat 0, on the average
  double furthest = 0;     // of what is left, from what the deal was worth

  void follow(const OpenTable& at, const LuckMeter& meter, double chance) {
    if (at.state.over()) {
      const double left = (winner(at.state) == 0) - meter.luck()[0];
      ++ends;
      probability += chance;
      luck += chance * meter.luck()[0];
      furthest = std::max(furthest, std::abs(left - dealt));
      return;
    }
    const Seat seat = next_actor(at.state);
    const std::vector<Weighed> mix = evenly(legal(rules, at.state, seat));
    for (const Weighed& answer : mix) {
      for (const TableOutcome& outcome : outcomes_of(rules, at, seat, answer.action)) {
        LuckMeter after = meter;
        after.add(at, seat, answer.action, mix, outcome.table);
        follow(outcome.table, after, chance * answer.chance * outcome.probability);
      }
    }
  }
};

template <class Visit>
void for_each_deal(const Rules& rules, Visit visit) {
  OutcomeList list;
  do {
    list.restart();
    OpenTable dealt{{}, {}, KnowledgeSink(2)};
    ListedChance chance(list, dealt.undecided);
    dealt.state = new_game(rules, 2, chance, dealt.known);
    visit(dealt, list.probability());
  } while (list.advance());
}

TEST(Luck, RL_3_WithExactValuesNothingButTheDealIsLeft) {
  const Rules rules = *small_game_rules({"SA", 0});
  const TableValue value = [&](const OpenTable& at) { return exact_worth(rules, at); };
  for_each_deal(rules, [&](const OpenTable& dealt, double) {
    Walk walk{rules, exact_worth(rules, dealt)[0]};
    walk.follow(dealt, LuckMeter(rules, value), 1);
    EXPECT_GT(walk.ends, 50);
    EXPECT_NEAR(walk.probability, 1, 1e-12);
    EXPECT_NEAR(walk.luck, 0, 1e-12);
    EXPECT_LT(walk.furthest, 1e-9);
  });
}

// A value that is as wrong as can be leaves the mean alone all the same.
TEST(Luck, RL_3_WithAnyValueTheMeanStays) {
  const Rules rules = *small_game_rules({"SAF", 0});
  const TableValue wrong = [](const OpenTable& at) {
    return Chances{at.state.hands[0].total() * 3.0 + at.state.pile_size, 0.1 * at.state.owed};
  };
  for_each_deal(rules, [&](const OpenTable& dealt, double) {
    Walk walk{rules};
    walk.follow(dealt, LuckMeter(rules, wrong), 1);
    EXPECT_NEAR(walk.luck, 0, 1e-9);
    EXPECT_GT(walk.furthest, 0.5);
  });
}

// ---- whole games, dealt as the arena deals ------------------------------------------------------

struct LotGame {
  std::vector<GameAnswer> answers;
  Seat winner = 0;
};

LotGame random_game(const Rules& rules, int seats, const SeededSource& random, Stream choices) {
  LotGame game;
  NullSink sink;
  SeededSource chance = random;
  State s = new_game(rules, seats, chance, sink);
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const ActionSet set = legal(rules, s, seat);
    const Action action =
        set.nth(static_cast<int>(bounded(choices, static_cast<std::uint32_t>(set.size()))));
    apply_legal(rules, s, seat, action, chance, sink);
    game.answers.push_back({seat, action, false});
  }
  game.winner = winner(s);
  return game;
}

// Defuses, cards and who is alive: crude, and much of what matters.
Chances crude_value(const OpenTable& at) {
  Chances value{};
  double sum = 0;
  for (Seat seat = 0; seat < at.state.seats; ++seat) {
    if (!at.state.living(seat)) continue;
    value[seat] = 1 + 2 * at.state.hands[seat][Card::Defuse] + 0.1 * at.state.hand_size[seat];
    sum += value[seat];
  }
  for (double& one : value) one /= sum;
  return value;
}

TEST(Luck, RL_3_IsNothingOnTheAverageOfDealtGamesAndNarrowsThem) {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  constexpr int kGames = 1500;
  for (const int seats : {2, 4}) {
    double luck = 0, luck_squares = 0, left_squares = 0, win_squares = 0;
    for (int number = 0; number < kGames; ++number) {
      const SeededSource random(33, static_cast<std::uint64_t>(number));
      const LotGame game =
          random_game(rules, seats, random, Stream(mix64(static_cast<std::uint64_t>(number))));
      // Seat 0 says how it mixes, the others don't.
      const MixOf mix_of = [](Seat seat, const View& v, Past) {
        return seat == 0 ? evenly(v.legal) : std::vector<Weighed>{};
      };
      const double one = luck_in_game(rules, seats, random, game.answers, mix_of, crude_value)[0];
      const double won = (game.winner == 0) - 1.0 / seats;
      luck += one;
      luck_squares += one * one;
      win_squares += won * won;
      left_squares += (won - one) * (won - one);
    }
    EXPECT_LT(std::abs(luck / kGames), 3 * std::sqrt(luck_squares) / kGames) << seats;
    EXPECT_LT(left_squares, 0.96 * win_squares) << seats;
  }
}

TEST(Luck, RL_3_TheLogKeepsItAndTheBoardShowsIt) {
  TournamentPlan plan;
  plan.rules = official();
  plan.rules.nope_way = NopeWay::Commit;
  plan.field = {{"net"}, {"random"}};
  plan.deals = 2;
  plan.luck = true;
  std::string log;
  run_tournament(plan, {}, {[&](const DealLine& line) { log += to_line(line) + '\n'; }, {}});
  std::istringstream in(log);
  const std::vector<DealLine> lines = read_log(in);
  ASSERT_EQ(lines.size(), 2u);
  for (const auto& game : lines[0].luck) {
    EXPECT_NEAR(game[0] + game[1], 0, 1e-6);  // one seat's gain is the other's loss
    EXPECT_NE(game[0], 0);
  }
  const Board board = boards(lines, 20).front();
  EXPECT_TRUE(board.luck_measured);
  EXPECT_NE(board.rows[0].less_luck.value, board.rows[0].win_share.value);
  DealLine other = lines[0];
  other.luck.clear();
  EXPECT_FALSE(boards({other, lines[1]}, 0).front().luck_measured);
  other.luck = {{0.5}};
  std::istringstream wrong(to_line(other));
  EXPECT_TRUE(read_log(wrong).empty());
}

TEST(Luck, RL_3_IsNotMeasuredWhereTheCriticNeverPlayed) {
  TournamentPlan plan;
  plan.rules = make_rules(kDefaultPreset, static_cast<Expansions>(1));
  plan.luck = true;
  EXPECT_THROW(check_luck(plan), std::invalid_argument);
}

}  // namespace
}  // namespace nl
