// Tests of rooms that play on from a position of a finished game.
#include <gtest/gtest.h>

#include "game/film.h"
#include "game/open_cards.h"
#include "game/random_record.h"
#include "server/bench_table.h"

namespace nl {
namespace {

const std::string kAddress = "0123456789abcdef";
constexpr int kStep = 12;

std::string text_of_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

Header three_seats() {
  RoomSettings settings;
  settings.expansions = kImploding;
  settings.house_rules["hand"] = "6";
  const Rules rules = settings.rules();
  return {.preset = Preset::Official, .expansions = kImploding, .rules = rules, .seats = 3};
}

void film(const std::vector<std::string>& lines, Film& film) {
  int number = 0;
  for (const std::string& line : lines) {
    ASSERT_FALSE(film.feed(++number, parse_record_line(line)));
  }
  ASSERT_FALSE(film.finish());
}

class PlayOn : public testing::Test {
 protected:
  PlayOn() : record_(random_record(three_seats(), 5, 0)) {
    t_.world.finished_games[kAddress] = text_of_lines(record_);
  }

  // Somebody asks for a room; the reason if it was refused.
  std::string creates(PlainJson from, int bots = 2) {
    client_ = &t_.add();
    client_->open_with({{"t", "create"}, {"name", "Bob"}, {"bots", bots}, {"from", from}});
    client_->connect();
    t_.world.run_for(Time{50});
    const PlainJson refused = client_->last_of("refused");
    return refused.is_null() ? "" : refused["reason"].get<std::string>();
  }
  static PlainJson from(int step, int seat) {
    return {{"game", kAddress}, {"step", step}, {"seat", seat}};
  }
  const Room& room() { return *t_.world.room(client_->room); }
  void says(const PlainJson& message) {
    client_->say(message);
    t_.world.run_for(Time{50});
  }

  TestTable t_{1};
  std::vector<std::string> record_;
  SimClient* client_ = nullptr;
};

TEST_F(PlayOn, WEB_17_TheServerRebuildsThePositionFromTheRecord) {
  Film whole;
  film(record_, whole);
  for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}}) {
    ASSERT_EQ(creates(from(kStep, seat)), "");
    EXPECT_EQ(client_->lobby["host"], seat) << "in any seat";
    EXPECT_EQ(client_->lobby["origin"], kAddress);
    EXPECT_EQ(client_->lobby["settings"]["expansions"], PlainJson::array({"imploding"}));
    EXPECT_EQ(client_->lobby["settings"]["rules"], PlainJson({{"hand", "6"}}));
    says({{"t", "start"}});
    ASSERT_EQ(room().state().phase(), RoomPhase::Playing);
    EXPECT_EQ(room().state().hash(), state_hash(whole.stills()[kStep].state));
    const View view = room().state().game()->view(seat);
    const View then = whole.stills()[kStep].view(whole.header().rules, seat);
    EXPECT_EQ(view.hand, then.hand);
    EXPECT_EQ(client_->view["pile"], whole.stills()[kStep].state.pile_size);
  }
  EXPECT_EQ(t_.world.fault, "");
}

TEST_F(PlayOn, WEB_17_TheNewRecordNamesItsOriginAndIsNeverRated) {
  std::vector<FinishedGame> kept;
  t_.world.on_kept = [&](const FinishedGame& game) { kept.push_back(game); };
  ASSERT_EQ(creates(from(kStep, 1)), "");
  says({{"t", "start"}});
  says({{"t", "forfeit"}});
  t_.world.run_for(Time{3'600'000});
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_FALSE(kept[0].rated);
  const auto& lines = kept[0].record;
  const std::string origin = R"({"origin":{"game":")" + kAddress + R"(","step":12}})";
  EXPECT_EQ(std::count(lines.begin(), lines.end(), origin), 1);
  for (const std::string& line : lines) {
    EXPECT_FALSE(line.starts_with(R"({"fair")")) << "no fair deal led here";
  }
  Film again;
  film(lines, again);
  EXPECT_TRUE(again.over());
  EXPECT_EQ(again.players()[1].name, "Bob");
}

TEST_F(PlayOn, WEB_17_OnlyARecordThatKeepsTheRulesIsPlayedOn) {
  EXPECT_EQ(creates({{"game", "fedcba9876543210"}, {"step", 0}, {"seat", 0}}), "unknown_game");
  EXPECT_EQ(creates(from(100'000, 0)), "unknown_game") << "there is no such step";
  EXPECT_EQ(creates(from(kStep, 4)), "unknown_seat");
  PlainJson other = from(kStep, 0);
  other["bot"] = "cheat";
  EXPECT_EQ(creates(other), "unknown_bot");
  std::vector<std::string> changed = record_;
  changed.erase(changed.begin() + 4);
  t_.world.finished_games[kAddress] = text_of_lines(changed);
  EXPECT_EQ(creates(from(kStep, 0)), "unknown_game") << "a line is missing";
  Header table = three_seats();
  table.rules.nope_asks = NopeAsks::Holders;
  t_.world.finished_games[kAddress] = text_of_lines(random_record(table, 5, 0));
  EXPECT_EQ(creates(from(kStep, 0)), "unknown_game") << "its prompts would show who holds a Nope";
  Film whole;
  film(record_, whole);
  t_.world.finished_games[kAddress] = text_of_lines(record_);
  EXPECT_EQ(creates(from(static_cast<int>(whole.stills().size()) - 1, 0)), "unknown_game")
      << "it is over";
}

TEST_F(PlayOn, WEB_17_RulesStayAndEverySeatIsTaken) {
  ASSERT_EQ(creates(from(kStep, 1), 0), "");
  EXPECT_EQ(client_->lobby["players"].size(), 2u) << "a bot sits before them";
  says({{"t", "start"}});
  EXPECT_EQ(client_->last_of("refused")["reason"], "too_few_players");
  says({{"t", "settings"}, {"preset", "family"}, {"seats", 3}});
  EXPECT_EQ(client_->last_of("refused")["reason"], "not_now");
  SimClient& friend_of_bob = t_.add();
  friend_of_bob.open_with({{"t", "join"}, {"room", client_->room}, {"name", "Cat"}});
  friend_of_bob.connect();
  t_.world.run_for(Time{50});
  says({{"t", "start"}});
  t_.world.run_for(Time{50});
  EXPECT_EQ(room().state().phase(), RoomPhase::Playing) << "with a friend";
}

TEST_F(PlayOn, WEB_17_ARestartAndARematchKeepThePosition) {
  ASSERT_EQ(creates(from(kStep, 0)), "");
  says({{"t", "start"}});
  const std::string code = client_->room;
  t_.world.crash();
  t_.world.restart();
  t_.world.run_for(Time{2'000});
  ASSERT_NE(t_.world.room(code), nullptr);
  EXPECT_EQ(t_.world.room(code)->state().phase(), RoomPhase::Playing);
  client_->connect();
  t_.world.run_for(Time{100});
  says({{"t", "forfeit"}});
  t_.world.run_for(Time{3'600'000});
  says({{"t", "again"}});
  t_.world.run_for(Time{100});
  EXPECT_EQ(room().state().games(), 2);
  EXPECT_GE(room().state().game()->steps(), kStep);
  EXPECT_EQ(t_.world.fault, "");
}

}  // namespace
}  // namespace nl
