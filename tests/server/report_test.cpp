// Tests of reports of games to the operator.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

class Reports : public testing::Test {
 protected:
  Reports() {
    t_.world.on_reported = [this](const GameReport& report) { reports_.push_back(report); };
  }
  std::string says(int who, const PlainJson& message) { return t_.reason(who, message); }

  TestTable t_{2, {{"seats", 2}}};
  std::vector<GameReport> reports_;
};

TEST_F(Reports, WEB_19_AReportNamesTheGameAndNotItsReporter) {
  EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "rude"}}), "not_now") << "no game has begun";
  t_.start();
  EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "rude"}, {"text", "Swears\u202e at\nme"}}), "");
  ASSERT_EQ(reports_.size(), 1u);
  EXPECT_EQ(reports_[0].reason, "rude");
  EXPECT_EQ(reports_[0].room, t_[1].room);
  EXPECT_EQ(reports_[0].number, 1);
  EXPECT_FALSE(reports_[0].over);
  EXPECT_EQ(reports_[0].game.size(), kGameAddressDigits);
  EXPECT_EQ(reports_[0].text.find('\n'), std::string::npos);
  EXPECT_EQ(reports_[0].text.find("\u202e"), std::string::npos);
  EXPECT_FALSE(t_[1].last_of("reported").is_null());
  EXPECT_TRUE(t_[0].last_of("reported").is_null()) << "nobody else hears of it";
  says(0, {{"t", "forfeit"}});
  EXPECT_EQ(says(0, {{"t", "report"}, {"reason", "bug"}}), "");
  ASSERT_EQ(reports_.size(), 2u);
  EXPECT_TRUE(reports_[1].over);
  EXPECT_EQ(reports_[1].game, reports_[0].game);
}

TEST_F(Reports, WEB_19_NonsenseWatchersAndFloodsAreRefused) {
  t_.start();
  EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "ugly"}}), "bad_message");
  SimClient& eve = t_.add();
  eve.open_with({{"t", "watch"}, {"room", t_[0].room}});
  eve.connect();
  t_.world.run_for(Time{100});
  eve.say({{"t", "report"}, {"reason", "rude"}});
  t_.world.run_for(Time{100});
  EXPECT_EQ(eve.last_of("refused")["reason"], "watching");
  EXPECT_TRUE(reports_.empty());
}

TEST_F(Reports, LIM_1_AnAddressReportsFewGames) {
  t_.start();
  const int most = ServerLimits{}.report_burst;
  for (int i = 0; i < most; ++i) EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "other"}}), "");
  EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "other"}}), "too_fast");
  EXPECT_EQ(reports_.size(), static_cast<std::size_t>(most));
  t_.world.run_for(ServerLimits{}.report_every);
  EXPECT_EQ(says(1, {{"t", "report"}, {"reason", "other"}}), "");
}

}  // namespace
}  // namespace nl
