// Cluster simulator tests: nodes die, sleep, lose their database or commit answers. A client never
// sees an event lost, changed or skipped.
#include <gtest/gtest.h>

#include "server/cluster_campaign.h"

namespace nl {
namespace {

struct Sums {
  int moves = 0, faults = 0, takeovers = 0, fences = 0, repeated = 0, old_words = 0, behind = 0;

  void add(const Campaign& campaign) {
    moves += campaign.moves;
    faults += campaign.faults;
    takeovers += campaign.takeovers();
    fences += campaign.fences();
    repeated += campaign.repeated;
    old_words += campaign.old_words();
    behind += campaign.behind;
  }
  void print(int games) const {
    std::printf(
        "%d games, %d faults, %d takeovers, %d fences, %d moves, %d answers said twice, %d words "
        "of the database heard too late, %d old tabs shown less than their player knew\n",
        games, faults, takeovers, fences, moves, repeated, old_words, behind);
  }
};

TEST(ClusterSimulator, CLU_1_CLU_2_CLU_3_CLU_4_WhateverFailsNothingToldIsLost) {
  Sums sums;
  const int games = in_builds(1'000, 20);
  play_seeds<Campaign>(1, games, [&](const Campaign& campaign) { sums.add(campaign); });
  sums.print(games);
  // Else nothing was tried by it; a few games have no such luck.
  const bool few = games < 1'000;
  EXPECT_TRUE(few || sums.old_words > 0);
  EXPECT_TRUE(few || sums.behind > 0);
}

TEST(ClusterSimulator, CLU_2_ABookTellsWhatCountsTwiceOrNotAtAll) {
  AnswerBook book;
  const auto says = [&](int decision, const char* phase, const char* action) {
    return book.answer({{"decision", decision}, {"phase", phase}}, action);
  };
  const auto fault = [&](const std::vector<std::string>& steps) {
    std::vector<std::string> record = {R"({"record":1})", R"({"seat":0,"do":"draw"})"};
    for (const std::string& step : steps) record.push_back(R"({"seat":1,"do":")" + step + "\"}");
    return book.fault(record, 1);
  };
  says(1, "turn", "play see");
  says(2, "window", "nope");
  EXPECT_EQ(says(1, "turn", "draw"), "play see") << "asked again, it says the same";
  says(4, "turn", "draw");  // 3 was a window that it never saw
  EXPECT_EQ(fault({"play see", "nope", "pass", "draw"}), "");
  EXPECT_EQ(fault({"play see", "draw", "pass"}), "");
  EXPECT_NE(fault({"play see", "draw", "draw"}), "");
  EXPECT_NE(fault({"play see", "play see", "draw"}), "");
  EXPECT_NE(fault({"play see", "nope", "nope", "draw"}), "");
  EXPECT_NE(fault({"play see"}), "");
  EXPECT_NE(fault({"draw"}), "");
  EXPECT_NE(fault({"play see", "play skip"}), "");
}

TEST(ClusterSimulator, LongManyMoreGames) {
  Sums sums;
  sums.print(play_many_seeds<Campaign>([&](const Campaign& campaign) { sums.add(campaign); }));
}

}  // namespace
}  // namespace nl
