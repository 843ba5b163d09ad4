// The operator's report on help between ladder players, over a data folder.
#include <gtest/gtest.h>

#include <chrono>

#include "app/collusion_report.h"
#include "app/options.h"
#include "coach/helping_game.h"
#include "site/public_archive.h"
#include "store/folder.h"
#include "text/json_reader.h"

namespace nl {
namespace {

constexpr int kSeats = 4;

LadderKey key_of(char letter) {
  LadderKey key;
  key.fill(static_cast<std::uint8_t>(letter));
  return key;
}

class Collusion : public testing::Test {
 protected:
  // A rated game in which A helps B. C and D play honestly, and only A and B are on the ladder.
  void keep_game(std::uint64_t number) {
    const auto giver = static_cast<Seat>(number % kSeats);
    const auto receiver = static_cast<Seat>((giver + 1 + number / kSeats % 3) % kSeats);
    FinishedGame game{.ended = now_, .winner = 0, .turns = 20, .rated = true};
    game.id.fill(static_cast<std::uint8_t>(number));
    for (const std::string& name : seated({"A", "B", "C", "D"}, giver, receiver)) {
      game.players.push_back({.name = "name at the table", .ladder = key_of(name[0])});
    }
    game.record =
        played_with_help(header_of(make_rules(Preset::Official), kSeats), giver, receiver, number);
    archive_.games.keep(game);
  }
  std::vector<Json> report(int days = 30) const {
    testing::internal::CaptureStdout();
    print_collusion({.store = {.place = data_.path().string()}, .days = days});
    std::istringstream out(testing::internal::GetCapturedStdout());
    std::vector<Json> lines;
    for (std::string line; std::getline(out, line);) lines.push_back(parse_object(line));
    return lines;
  }

  const Folder data_;
  const std::unique_ptr<DocumentStore> documents_ =
      open_documents({.place = data_.path().string()});
  const PublicArchive archive_{*documents_};
  const Time now_ =
      std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
};

TEST_F(Collusion, LAD_2_TheOperatorSeesWhoHelpedWhomAndInWhichGames) {
  archive_.ladder.change([&](LadderBook& book) {
    book.join(key_of('A'), "Ann", now_, now_);
    return book.join(key_of('B'), "Bob", now_, now_) == LadderBook::Result::Done;
  });
  for (std::uint64_t game = 0; game < 24; ++game) keep_game(game);
  FinishedGame damaged{.ended = now_, .rated = true, .record = {"{\"no\":\"record\"}"}};
  damaged.id.fill(0xee);
  damaged.players.push_back({.name = "name at the table", .ladder = key_of('A')});
  archive_.games.keep(damaged);

  const std::vector<Json> lines = report();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].dump(), "{\"rated_games\":25,\"unreadable\":1,\"measured\":24,\"tests\":18}");
  EXPECT_EQ(lines[1].at("from"), "Ann");
  EXPECT_EQ(lines[1].at("to"), "Bob");
  EXPECT_EQ(lines[1].at("mutual"), false);
  EXPECT_EQ(lines[1].at("games").size(), 24U);
  EXPECT_TRUE(lines[1].at("games").at(0).get<std::string>().starts_with("/g/"));
}

TEST_F(Collusion, LAD_2_AFolderWithoutGamesHasNothingToReport) {
  const std::vector<Json> lines = report();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("rated_games"), 0);
}

}  // namespace
}  // namespace nl
