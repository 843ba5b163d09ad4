// The learned player: its network is the one that was trained, it plays by the rules and by its
// view alone, and it is stronger than the rule player that it replaced at the top.
// Requirements: BOT-1, RL-3
#include "bots/net.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bots/net_search.h"
#include "engine/determinize.h"
#include "engine/encode.h"
#include "engine/fingerprint.h"
#include "engine/game.h"

namespace nl {
namespace {

std::vector<std::uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(NINELIVES_SOURCE_DIR + ("/" + path), std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  return {chars.begin(), chars.end()};
}

TEST(Net, RL_3_TheNetworkGivesWhatPyTorchGave) {
  const auto rows = bytes_of("tests/golden/net/observations.bin");
  const auto raw = bytes_of("tests/golden/net/logits.bin");
  std::vector<float> wanted(raw.size() / sizeof(float));
  std::memcpy(wanted.data(), raw.data(), raw.size());
  constexpr std::size_t kRow = sizeof(CountingObservation);
  ASSERT_GE(rows.size(), 40 * kRow);
  ASSERT_EQ(wanted.size(), rows.size() / kRow * kActions);
  for (std::size_t row = 0; row < rows.size() / kRow; ++row) {
    const Eigen::RowVectorXf logits = policy_network()(std::span(rows).subspan(row * kRow, kRow));
    for (int action = 0; action < kActions; ++action) {
      const float right = wanted[row * kActions + static_cast<std::size_t>(action)];
      ASSERT_NEAR(logits[action], right, 1e-4 * std::max(1.0f, std::abs(right)));
    }
  }
}

TEST(Net, TheFilesAreSmallAndWellFormed) {
  for (const char* name : {"policy", "critic"}) {
    const auto file = bytes_of("data/nets/" + std::string(name) + ".nlnet");
    EXPECT_LE(file.size(), 2'000'000u);
    EXPECT_NO_THROW(Network{file});
  }
  EXPECT_EQ(policy_network().outputs(), static_cast<std::size_t>(kActions));
  EXPECT_EQ(critic_network().outputs(), static_cast<std::size_t>(kMaxSeats));
}

TEST(Net, AFileThatIsCutOrChangedIsRefused) {
  const auto file = bytes_of("data/nets/policy.nlnet");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{20}, file.size() - 1}) {
    EXPECT_THROW(Network(std::span(file).first(size)), std::invalid_argument) << size;
  }
  auto longer = file;
  longer.push_back(0);
  EXPECT_THROW(Network{longer}, std::invalid_argument);
  auto other = file;
  other[0] = 'X';
  EXPECT_THROW(Network{other}, std::invalid_argument);
  EXPECT_EQ(make_bot("net:no/such/file", 1), nullptr);
  EXPECT_NE(make_bot("net:" NINELIVES_SOURCE_DIR "/data/nets/policy.nlnet", 1), nullptr);
}

struct Outcome {
  Seat winner;
  int decisions;
};

template <class Seen>
Outcome play(const Rules& rules, const std::vector<std::string>& names, std::uint64_t game,
             Seen seen) {
  SeededSource random(21, game);
  const auto seats = static_cast<int>(names.size());
  KnowledgeSink known(seats);
  State s = new_game(rules, seats, random, known);
  std::vector<std::unique_ptr<Bot>> bots;
  for (std::size_t i = 0; i < names.size(); ++i) bots.push_back(make_bot(names[i], 100 * game + i));
  int decisions = 0;
  for (; !s.over(); ++decisions) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, known.seats[seat], seat);
    const Action action = bots[seat]->act(rules, v);
    EXPECT_TRUE(v.legal.has(action));
    seen(s, v, action);
    apply_legal(rules, s, seat, action, random, known);
  }
  return {winner(s), decisions};
}

TEST(Net, BOT_1_EveryAnswerIsLegalInEveryBox) {
  int games = 0;
  for_each_game_kind([&](const Rules& rules, Preset, Expansions, int seats) {
    std::vector<std::string> names(static_cast<std::size_t>(seats), "net");
    names[0] = "net+search:1";
    play(rules, names, static_cast<std::uint64_t>(games++), [](auto&&...) {});
  });
  EXPECT_EQ(games, 144);
}

TEST(Net, BOT_1_WhatIsHiddenDoesNotChangeAnAnswer) {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  Stream chance(8);
  int compared = 0;
  for (std::uint64_t game = 0; game < 6; ++game) {
    play(rules, {"net", "net", "net"}, game, [&](const State&, const View& v, Action) {
      // Another world behind the same view: the view is all that a bot gets, so what is built from
      // that world for the same seat must be the same, and with the same seed the answer too.
      const State other = determinize(rules, v, chance);
      const View again = view(rules, other, v.known, v.viewer);
      if (again.legal != v.legal) return;
      for (const char* name : {"net", "net+search:2"}) {
        EXPECT_EQ(make_bot(name, 5)->act(rules, v), make_bot(name, 5)->act(rules, again));
      }
      ++compared;
    });
  }
  EXPECT_GT(compared, 50);
}

TEST(Net, ItsChancesAreThoseItPlaysBy) {
  const Rules rules = official();
  play(rules, {"net", "net"}, 3, [&](const State&, const View& v, Action) {
    const auto chances = make_bot("net", 1)->chances(rules, v);
    ASSERT_EQ(chances.size(), static_cast<std::size_t>(v.legal.size()));
    double sum = 0;
    for (const Weighed& one : chances) {
      EXPECT_TRUE(v.legal.has(one.action));
      sum += one.chance;
    }
    EXPECT_NEAR(sum, 1, 1e-6);
  });
}

TEST(Net, TheCountingPlayerSitsInWhereCardsAreUnknown) {
  const Rules rules = make_rules(Preset::Official, kImploding);
  EXPECT_FALSE(net_knows(policy_network(), rules));
  play(rules, {"net", "net", "net"}, 4, [&](const State&, const View& v, Action) {
    EXPECT_EQ(make_bot("net", 9)->act(rules, v), make_bot("counting", 9)->act(rules, v));
  });
}

TEST(Net, BOT_1_TheLevelHardIsTheLearnedPlayerOrWhereItKnowsTooLittleSearch) {
  const auto same = [](const Rules& rules, const char* name) {
    int compared = 0;
    play(rules, {"draw", "draw"}, 4, [&](const State&, const View& v, Action) {
      if (v.legal.size() == 1 || compared == 12) return;
      EXPECT_EQ(make_bot("hard", 9)->act(rules, v), make_bot(name, 9)->act(rules, v));
      ++compared;
    });
    EXPECT_GT(compared, 3);
  };
  same(official(), "net");
  same(make_rules(Preset::Official, kImploding), "ismcts");
}

// Each deal from both seats; the bar is far below what it wins (docs/leaderboard.md).
TEST(Net, RL_3_BeatsTheCountingPlayer) {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  int wins = 0;
  constexpr int kDeals = 60;
  for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
    wins += play(rules, {"net", "counting"}, deal, [](auto&&...) {}).winner == 0;
    wins += play(rules, {"counting", "net"}, deal, [](auto&&...) {}).winner == 1;
  }
  EXPECT_GT(wins, 2 * kDeals * 65 / 100);
}

}  // namespace
}  // namespace nl
