// Tests of the bot `net`: its network is the trained one, it plays by the rules and by its
// view alone, and it is stronger than the rule player that it replaced at the top.
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
#include "engine/game.h"
#include "engine/games_hash.h"
#include "engine/memory_sink.h"
#include "engine/privileged.h"

namespace nl {
namespace {

std::vector<std::uint8_t> bytes_of(const std::string& path) {
  std::ifstream file(NINELIVES_SOURCE_DIR + ("/" + path), std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  return {chars.begin(), chars.end()};
}

// `python -m ninelives.train.golden tests/golden/net` wrote them.
void compare_with_pytorch(const Network& network, const std::string& prefix, std::size_t row_size) {
  const auto rows = bytes_of("tests/golden/net/" + prefix + "observations.bin");
  const auto raw = bytes_of("tests/golden/net/" + prefix + "logits.bin");
  std::vector<float> wanted(raw.size() / sizeof(float));
  std::memcpy(wanted.data(), raw.data(), raw.size());
  const std::size_t outputs = network.outputs();
  ASSERT_GE(rows.size(), 40 * row_size);
  ASSERT_EQ(wanted.size(), rows.size() / row_size * outputs);
  for (std::size_t row = 0; row < rows.size() / row_size; ++row) {
    const auto given = network(std::span(rows).subspan(row * row_size, row_size));
    for (std::size_t i = 0; i < outputs; ++i) {
      const float right = wanted[row * outputs + i];
      const float is = given[static_cast<Eigen::Index>(i)];
      ASSERT_NEAR(is, right, 1e-4 * std::max(1.0f, std::abs(right))) << prefix << row;
    }
  }
}

TEST(Net, RL_3_AGT_1_TheNetworksGiveWhatPyTorchGave) {
  constexpr std::size_t kSeen = sizeof(CountingObservation);
  compare_with_pytorch(policy_network(), "", kSeen);
  compare_with_pytorch(net_network(), "net-", sizeof(PolicyInput));
  compare_with_pytorch(critic_network(), "critic-", kSeen + kPrivilegedSize);
}

TEST(Net, TheFilesAreSmallAndWellFormed) {
  for (const char* name : {"policy", "net", "critic"}) {
    const auto file = bytes_of("data/nets/" + std::string(name) + ".nlnet");
    EXPECT_LE(file.size(), 4'000'000u);
    EXPECT_NO_THROW(Network{file});
  }
  EXPECT_EQ(net_network().outputs(), static_cast<std::size_t>(kActions));
  EXPECT_EQ(policy_network().outputs(), static_cast<std::size_t>(kActions));
  EXPECT_EQ(critic_network().outputs(), static_cast<std::size_t>(kMaxSeats));
}

// A network that wants to draw where hands of seven are dealt, and knows nothing else.
std::vector<std::uint8_t> drawer_of_full_hands() {
  constexpr std::uint16_t kOne = 0x3C00;  // 1 as a 16-bit float
  constexpr std::uint32_t kHidden = 8;
  std::vector<std::uint8_t> file{'N', 'L', 'N', 'E', 'T', '0', '0', '1'};
  const auto put = [&](auto value) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(value)>>(value);
    file.insert(file.end(), bytes.begin(), bytes.end());
  };
  for (const std::uint32_t size : {1u, kHidden, 1u, 256u, ~0u}) put(size);
  put(static_cast<std::uint16_t>(sizeof(HistoryObservation) + offsetof(RulesBlock, hand)));
  put(std::uint8_t{7});
  put(std::uint8_t{255});
  for (std::uint32_t i = 0; i < kHidden; ++i) put(kOne);
  for (std::uint32_t i = 0; i < kHidden + kHidden * kHidden + kHidden; ++i) put(std::uint16_t{0});
  for (std::uint32_t i = 0; i < kHidden * 256; ++i) put(i % 256 == 0 ? kOne : std::uint16_t{0});
  for (int i = 0; i < 256; ++i) put(std::uint16_t{0});
  return file;
}

TEST(Net, AGT_3_TheRulesAreAnInput) {
  const Network network(drawer_of_full_hands());
  EXPECT_TRUE(net_reads_rules(network));
  EXPECT_EQ(net_looks_back(network), 0u);
  const auto chance_to_draw = [&](const Rules& rules) {
    SeededSource random(3, 0);
    MemorySink minds(2);
    const State s = new_game(rules, 2, random, minds);
    const View v = view(rules, s, minds.known(s.turn), s.turn);
    for (const Weighed& one : weigh(network, rules, v, {})) {
      if (one.action.id == 0) return one.chance;
    }
    return 0.0;
  };
  EXPECT_GT(chance_to_draw(make_rules(Preset::Official)), 0.9);
  EXPECT_LT(chance_to_draw(make_rules(Preset::Srs)), 0.5);
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
  MemorySink told(seats);
  State s = new_game(rules, seats, random, told);
  std::vector<std::unique_ptr<Bot>> bots;
  for (std::size_t i = 0; i < names.size(); ++i) bots.push_back(make_bot(names[i], 100 * game + i));
  int decisions = 0;
  for (; !s.over(); ++decisions) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, told.known(seat), seat);
    const Action action = bots[seat]->act(rules, v, told.past(seat));
    EXPECT_TRUE(v.legal.has(action));
    seen(v, told.past(seat));
    apply_legal(rules, s, seat, action, random, told);
  }
  return {winner(s), decisions};
}

TEST(Net, BOT_1_AGT_1_EveryAnswerIsLegalInEveryBox) {
  int games = 0;
  const auto play_one = [&](const Rules& rules, Preset, Expansions, int seats) {
    std::vector<std::string> names(static_cast<std::size_t>(seats), "net");
    names[0] = "net+search:1";
    play(rules, names, static_cast<std::uint64_t>(games++), [](auto&&...) {});
  };
  for_each_game_kind(play_one, kAllSets);
  EXPECT_EQ(games, 288);
}

// Number of answers compared.
int compare_answers(Rules rules, std::uint64_t games) {
  rules.nope_way = NopeWay::Commit;
  Stream chance(8);
  int compared = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    play(rules, {"net", "net", "net"}, game, [&](const View& v, Past past) {
      // Another world behind the same view: the view is all that a bot gets, so what is built from
      // that world for the same seat must be the same, and with the same seed the answer too.
      const State other = determinize(rules, v, chance);
      const View again = view(rules, other, v.known, v.viewer);
      if (again.legal != v.legal) return;
      for (const char* name : {"net", "net+search:2"}) {
        EXPECT_EQ(make_bot(name, 5)->act(rules, v, past),
                  make_bot(name, 5)->act(rules, again, past));
      }
      ++compared;
    });
  }
  return compared;
}

TEST(Net, BOT_1_AGT_1_WhatIsHiddenDoesNotChangeAnAnswer) {
  EXPECT_GT(compare_answers(official(), 6), 50);
  for (int box = 1; box < kExpansionSets; ++box) {
    const auto expansions = static_cast<Expansions>(box);
    EXPECT_GT(compare_answers(make_rules(Preset::Official, expansions), 1), 5) << box;
  }
}

TEST(Net, ItsChancesAreThoseItPlaysBy) {
  const Rules rules = official();
  play(rules, {"net", "net"}, 3, [&](const View& v, Past past) {
    const auto chances = make_bot("net", 1)->chances(rules, v, past);
    ASSERT_EQ(chances.size(), static_cast<std::size_t>(v.legal.size()));
    double sum = 0;
    for (const Weighed& one : chances) {
      EXPECT_TRUE(v.legal.has(one.action));
      sum += one.chance;
    }
    EXPECT_NEAR(sum, 1, 1e-6);
  });
}

TEST(Net, AGT_1_ANetworkThatRemembersGoesByWhatItWasToldToo) {
  const auto bot = make_bot("net:" NINELIVES_SOURCE_DIR "/data/nets/small-games.nlnet", 1);
  ASSERT_NE(bot, nullptr);
  const Rules rules = official();
  EXPECT_TRUE(bot->remembers(rules));
  EXPECT_FALSE(make_bot("counting", 1)->remembers(rules));
  MemorySink told(2);
  SeededSource random(5, 1);
  State s = new_game(rules, 2, random, told);
  int changed = 0;
  for (int i = 0; i < 12 && !s.over(); ++i) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, told.known(seat), seat);
    const auto with = bot->chances(rules, v, told.past(seat));
    const auto without = bot->chances(rules, v, {});
    ASSERT_EQ(with.size(), static_cast<std::size_t>(v.legal.size()));
    for (std::size_t k = 0; k < with.size(); ++k) changed += with[k].chance != without[k].chance;
    apply_legal(rules, s, seat, v.legal.nth(0), random, told);
  }
  EXPECT_GT(changed, 0);
}

TEST(Net, AGT_1_ItKnowsEveryBox) {
  const Rules rules = make_rules(Preset::Official, kImploding | kStreaking | kStray);
  EXPECT_FALSE(net_knows(policy_network(), rules));
  EXPECT_TRUE(net_knows(net_network(), rules));
  EXPECT_TRUE(net_knows(net_network(), official()));
  EXPECT_TRUE(net_remembers(net_network()));
  EXPECT_TRUE(net_reads_rules(net_network()));
  EXPECT_TRUE(make_bot("net", 9)->knows(rules));
}

TEST(Net, TheCountingPlayerSitsInForAFileThatNeverMetTheCards) {
  const Rules rules = make_rules(Preset::Official, kImploding);
  const std::string own = "net:" NINELIVES_SOURCE_DIR "/data/nets/policy.nlnet";
  EXPECT_FALSE(make_bot(own, 9)->knows(rules));
  play(rules, {own, own, own}, 4, [&](const View& v, Past) {
    EXPECT_EQ(make_bot(own, 9)->act(rules, v, {}), make_bot("counting", 9)->act(rules, v, {}));
  });
}

TEST(Net, BOT_1_TheLevelHardIsTheLearnedPlayerInEveryBox) {
  const auto same = [](const Rules& rules, const char* name) {
    int compared = 0;
    play(rules, {"draw", "draw"}, 4, [&](const View& v, Past past) {
      if (v.legal.size() == 1 || compared == 12) return;
      EXPECT_EQ(make_bot("hard", 9)->act(rules, v, past), make_bot(name, 9)->act(rules, v, past));
      ++compared;
    });
    EXPECT_GT(compared, 3);
  };
  same(official(), "net");
  same(make_rules(Preset::Official, kImploding), "net");
}

// Each deal from both seats; the bars are far below what it wins (docs/train/leaderboard.md).
int wins_from_both_seats(Rules rules, int deals) {
  rules.nope_way = NopeWay::Commit;
  int wins = 0;
  for (std::uint64_t deal = 0; deal < static_cast<std::uint64_t>(deals); ++deal) {
    wins += play(rules, {"net", "counting"}, deal, [](auto&&...) {}).winner == 0;
    wins += play(rules, {"counting", "net"}, deal, [](auto&&...) {}).winner == 1;
  }
  return wins;
}

TEST(Net, RL_3_BeatsTheCountingPlayer) {
  constexpr int kDeals = 60;
  EXPECT_GT(wins_from_both_seats(official(), kDeals), 2 * kDeals * 65 / 100);
}

// The network before this one knew the official rules alone, and won 81 % of such games.
TEST(Net, AGT_3_BeatsItInEveryPreset) {
  constexpr int kDeals = 50;
  for (int preset = 0; preset < kPresets; ++preset) {
    const Rules rules = make_rules(static_cast<Preset>(preset));
    EXPECT_GT(wins_from_both_seats(rules, kDeals), 2 * kDeals * 75 / 100) << preset;
  }
}

TEST(Net, AGT_1_BeatsItWithAllExpansions) {
  constexpr int kDeals = 40;
  const Rules rules = make_rules(Preset::Official, kImploding | kStreaking | kStray);
  EXPECT_GT(wins_from_both_seats(rules, kDeals), 2 * kDeals * 80 / 100);
}

}  // namespace
}  // namespace nl
