// Tests of stored reports of games.
#include "site/game_reports.h"

#include <gtest/gtest.h>

#include "site/document_stores.h"

namespace nl {
namespace {

class GameReportsTest : public DocumentStoreTest {};

GameReport report_at(int at) {
  return {.at = Time{at},
          .room = "4f0c2m8k1q",
          .game = "0123456789abcdef",
          .number = 2,
          .reason = "rude",
          .text = "swears"};
}

TEST_P(GameReportsTest, WEB_19_ReportsAreKeptInOrderAndExpire) {
  const auto documents = open();
  const GameReports reports(*documents);
  EXPECT_TRUE(reports.all().empty());
  EXPECT_TRUE(reports.add(report_at(2'000)));
  EXPECT_TRUE(reports.add(report_at(1'000)));
  EXPECT_TRUE(reports.add(report_at(1'000))) << "two at once";
  const auto again = open();
  const std::vector<Json> all = GameReports(*again).all();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["time"], 1'000);
  EXPECT_EQ(all[2]["time"], 2'000);
  EXPECT_EQ(all[2]["game"], "/g/0123456789abcdef");
  EXPECT_EQ(all[2]["room"], "4f0c2m8k1q");
  EXPECT_EQ(all[2]["text"], "swears");
  const auto sweep = reports.sweep(Time{1'500}, Time{100'000});
  while (!sweep->step()) {
  }
  EXPECT_EQ(reports.all().size(), 1u);
}

TEST_P(GameReportsTest, WEB_19_AFloodFindsAnEnd) {
  const auto documents = open();
  const GameReports reports(*documents);
  if (!is_folder()) GTEST_SKIP() << "the same code; a thousand rows take long";
  for (std::size_t i = 0; i < kMostReports; ++i) ASSERT_TRUE(reports.add(report_at(1)));
  EXPECT_FALSE(reports.add(report_at(2)));
}

INSTANTIATE_TEST_SUITE_P(Backends, GameReportsTest, kBothBackends, backend_name);

}  // namespace
}  // namespace nl
