// Help between players: its measure, its statistics, and a team that is found among honest players.
#include <gtest/gtest.h>

#include <cmath>

#include "coach/help_statistics.h"
#include "coach/helping_game.h"

namespace nl {
namespace {

constexpr int kSeats = 4;
const std::vector<std::string> kNames{"Ann", "Bob", "Cem", "Dee"};

TEST(Help, LAD_2_OnlyOfficialGamesOfThreeAndMoreAreMeasured) {
  const Rules official = make_rules(Preset::Official);
  EXPECT_FALSE(HelpGiven::measures(official, 2));
  EXPECT_TRUE(HelpGiven::measures(official, 3));
  EXPECT_TRUE(HelpGiven::measures(official, 5));
  EXPECT_FALSE(HelpGiven::measures(make_rules(Preset::Srs), 4));
}

TEST(Help, LAD_2_WhatAllOpponentsGainIsNobodysHelp) {
  const auto game = read_back(played(header_of(make_rules(Preset::Official), kSeats),
                                     {"random", "careful", "counting"}, 11));
  const HelpGiven help = help_in(game->film);
  double size = 0;
  for (Seat giver = 0; giver < kSeats; ++giver) {
    double sum = 0;
    for (Seat receiver = 0; receiver < kSeats; ++receiver) {
      sum += help.to(giver, receiver);
      size += std::abs(help.to(giver, receiver));
    }
    EXPECT_NEAR(sum, 0, 1e-12);
    EXPECT_EQ(help.to(giver, giver), 0);
  }
  EXPECT_GT(size, 0);
}

TEST(Help, LAD_2_AGiverIsFoundAndHonestPairsAreNot) {
  const Header header = header_of(make_rules(Preset::Official), kSeats);
  HelpStatistics statistics;
  for (std::uint64_t game = 0; game < 24; ++game) {
    const auto giver = static_cast<Seat>(game % kSeats);
    const auto receiver = static_cast<Seat>((giver + 1 + game / kSeats % 3) % kSeats);
    const auto record = read_back(played_with_help(header, giver, receiver, game));
    statistics.add("game" + std::to_string(game), seated(kNames, giver, receiver),
                   help_in(record->film));
  }
  EXPECT_EQ(statistics.tests(), 18);  // three of each pair
  const std::vector<HelpFlag> flags = statistics.flags(0.01);
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags[0].giver, "Ann");
  EXPECT_EQ(flags[0].receiver, "Bob");
  EXPECT_FALSE(flags[0].mutual);
  EXPECT_GT(flags[0].help, 0.01);
  EXPECT_EQ(flags[0].games.size(), 24U);
}

TEST(Help, LAD_2_FewCommonGamesAreNeverFlagged) {
  HelpMean mean;
  for (int i = 0; i < 5; ++i) mean.add(0.1 + 0.001 * i);
  EXPECT_LT(mean.chance(), 1e-6);
  HelpStatistics statistics;
  EXPECT_EQ(statistics.tests(), 0);
  EXPECT_TRUE(statistics.flags(0.5).empty());
}

TEST(Help, LAD_2_ChancesAreThoseOfStudentsTest) {
  HelpMean mean;
  EXPECT_EQ(mean.chance(), 1);
  for (const double help : {0.1, 0.3, -0.1, 0.2, 0.2}) mean.add(help);
  EXPECT_NEAR(mean.mean(), 0.14, 1e-12);
  EXPECT_NEAR(mean.chance(), 0.05397, 1e-5);  // t = 2.064 with 4 degrees of freedom
  HelpMean none;
  for (int i = 0; i < 30; ++i) none.add(0);
  EXPECT_EQ(none.chance(), 1);
}

}  // namespace
}  // namespace nl
