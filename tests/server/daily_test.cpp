// Tests of rooms for a server's daily deal.
#include <gtest/gtest.h>

#include "server/bench_table.h"
#include "server/daily_deal.h"

namespace nl {
namespace {

const Bytes32 kSecret{1, 2, 3};
constexpr std::string_view kDate = "2026-11-19";

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

TEST(DailyDeal, WEB_18_TheCardsFollowFromTheSecretAndTheCommitmentBindsThem) {
  const auto lines = daily_lines(kDate, kSecret);
  EXPECT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines, daily_lines(kDate, kSecret)) << "the same for everybody";
  EXPECT_NE(lines[1], daily_lines("2026-11-20", kSecret)[1]);
  Bytes32 other = kSecret;
  other[31] = 1;
  EXPECT_NE(lines[1], daily_lines(kDate, other)[1]);
  EXPECT_NE(daily_commitment(kDate, kSecret), daily_commitment(kDate, other));
  EXPECT_NE(daily_commitment(kDate, kSecret), daily_commitment("2026-11-20", kSecret));
}

TEST(DailyDeal, WEB_18_DatesAreThoseOfUtc) {
  EXPECT_EQ(utc_date(Time{0}), "1970-01-01");
  EXPECT_EQ(utc_date(start_of(kDate)), kDate);
  EXPECT_EQ(utc_date(start_of(kDate) + kDay - Time{1}), kDate);
  EXPECT_EQ(utc_date(start_of("2028-02-28") + kDay), "2028-02-29");
  for (const char* text :
       {"", "2026-02-30", "2026-2-3", "2026-11-1x", "2026_11_19", "0x26-11-19"}) {
    EXPECT_FALSE(is_utc_date(text)) << text;
  }
}

TEST(DailyDeal, WEB_18_AnAttemptIsReadAsItIsNamed) {
  const DailyAttempt attempt{std::string(kDate), std::string(32, 'a')};
  const auto read = parse_daily_attempt(origin_name(attempt));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->date, kDate);
  EXPECT_EQ(read->ticket, attempt.ticket);
  for (const char* name : {"daily-2026-11-19", "daily-2026-11-19-aaaa", "0123456789abcdef", "",
                           "daily-2026-13-19-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                           "daily-2026-11-19-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}) {
    EXPECT_FALSE(parse_daily_attempt(name)) << name;
  }
}

class DailyRoom : public testing::Test {
 protected:
  DailyRoom() {
    t_.world.finished_games[origin_] = text_of(daily_lines(kDate, kSecret));
    client_ = &t_.add();
  }
  void creates(PlainJson create = PlainJson::object()) {
    create["t"] = "create";
    create["name"] = "Ann";
    create["from"] = {{"game", origin_}, {"step", 0}, {"seat", 2}, {"bot", "random"}};
    client_->open_with(create);
    client_->connect();
    t_.world.run_for(Time{100});
  }
  void says(const PlainJson& message) {
    client_->say(message);
    t_.world.run_for(Time{100});
  }
  std::string refusal() { return client_->last_of("refused").value("reason", ""); }

  static WorldOptions with_board() {
    WorldOptions options = quick_world();
    options.limits.features.daily = true;
    return options;
  }

  TestTable t_{1, {}, with_board()};
  const std::string origin_ = origin_name({std::string(kDate), std::string(32, 'a')});
  SimClient* client_ = nullptr;
};

TEST_F(DailyRoom, WEB_18_SeatBotsAndSettingsAreTheSameForEverybody) {
  creates({{"practice", true}, {"listed", true}, {"turn_s", 9}, {"bots", 1}});
  ASSERT_FALSE(client_->lobby.is_null()) << refusal();
  EXPECT_EQ(client_->lobby["seat"], 0);
  EXPECT_EQ(client_->lobby["players"].size(), 4u);
  for (int seat = 1; seat < 4; ++seat) EXPECT_EQ(client_->lobby["players"][seat]["bot"], "medium");
  EXPECT_EQ(client_->lobby["settings"]["practice"], false) << "no hints";
  EXPECT_EQ(client_->lobby["settings"]["listed"], false);
  EXPECT_EQ(client_->lobby["settings"]["turn_s"], 0);
}

TEST_F(DailyRoom, WEB_18_ATableWithOtherPlayersDoesNotStart) {
  creates();
  says({{"t", "remove_bot"}, {"seat", 3}});
  SimClient& friend_of_ann = t_.add();
  friend_of_ann.open_with({{"t", "join"}, {"room", client_->room}, {"name", "Bob"}});
  friend_of_ann.connect();
  t_.world.run_for(Time{100});
  ASSERT_EQ(client_->lobby["players"].size(), 4u);
  says({{"t", "start"}});
  EXPECT_EQ(refusal(), "not_now");
  says({{"t", "kick"}, {"seat", 3}});
  says({{"t", "add_bot"}, {"bot", "easy"}});
  says({{"t", "start"}});
  EXPECT_EQ(refusal(), "not_now") << "an easier bot";
  says({{"t", "remove_bot"}, {"seat", 3}});
  says({{"t", "add_bot"}, {"bot", "medium"}});
  says({{"t", "start"}});
  EXPECT_EQ(t_.world.room(client_->room)->state().phase(), RoomPhase::Playing);
}

// Another who has yet to play could look on, or read the record.
TEST_F(DailyRoom, WEB_18_NobodyElseLearnsTheCardsBeforeTheDayIsOver) {
  std::vector<FinishedGame> kept;
  t_.world.on_kept = [&](const FinishedGame& game) { kept.push_back(game); };
  creates();
  says({{"t", "open_hands"}, {"on", true}});
  EXPECT_EQ(refusal(), "not_now");
  says({{"t", "start"}});
  says({{"t", "forfeit"}});
  t_.world.run_for(Time{3'600'000});
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].origin, origin_);
  EXPECT_FALSE(kept[0].rated);
  says({{"t", "record"}, {"from", 0}});
  EXPECT_EQ(refusal(), "not_now");
  EXPECT_TRUE(client_->last_of("record").is_null());
}

}  // namespace
}  // namespace nl
