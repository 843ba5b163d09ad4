// Tests of the daily board: first attempts, scores by the server, secrets, storage, HTTP.
#include <gtest/gtest.h>

#include "server/signing_key.h"
#include "site/daily_handler.h"
#include "site/document_stores.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr std::string_view kToday = "2026-11-19";
const Time kNoon = start_of(kToday) + kDay / 2;
constexpr int kCoach = 7;
const Bytes32 kKey{9, 9};

LadderKey daily_key(int n) { return SigningKey(n).key; }

using Entered = DailyBook::Result;
using Stage = DailyRow::Stage;

class DailyBoardTest : public DocumentStoreTest {
 protected:
  void SetUp() override {
    DocumentStoreTest::SetUp();
    if (IsSkipped()) return;
    documents_ = open();
    board_ = std::make_unique<DailyBoard>(*documents_, kKey);
  }
  DailyAttempt enters(int n, const std::string& name, Time now = kNoon) {
    const auto entry = board_->enter(daily_key(n), name, now, now, kCoach);
    EXPECT_EQ(entry.result, Entered::Done) << name;
    return {std::string(kToday), entry.ticket};
  }
  static FinishedGame game(Time ended, SeatMask helped = 0) {
    return {.ended = ended, .helped = helped, .record = {"{\"record\":1}", "{\"secret\":true}"}};
  }
  void plays(const DailyAttempt& attempt, int tenths, int place = 2) {
    EXPECT_FALSE(board_->start(attempt, kNoon).empty());
    EXPECT_TRUE(board_->finish(attempt, game(kNoon)));
    board_->score(attempt, DailyScore{tenths, place}, kCoach);
  }
  const DailyRow row(int n) { return *board_->book(kToday)->find(daily_key(n)); }

  std::unique_ptr<DocumentStore> documents_;
  std::unique_ptr<DailyBoard> board_;
};

TEST_P(DailyBoardTest, WEB_18_OnlyTheFirstAttemptCounts) {
  const DailyAttempt ann = enters(1, "Ann");
  EXPECT_EQ(enters(1, "Anna", kNoon + Time{1}).ticket, ann.ticket) << "not used yet";
  EXPECT_EQ(board_->start(ann, kNoon), daily_lines(kToday, board_->secret(kToday)));
  EXPECT_TRUE(board_->start(ann, kNoon).empty()) << "the cards come once";
  const auto again = board_->enter(daily_key(1), "Ann", kNoon + Time{2}, kNoon, kCoach);
  EXPECT_EQ(again.result, Entered::Played);
  EXPECT_TRUE(again.ticket.empty());
  EXPECT_TRUE(board_->finish(ann, game(kNoon)));
  EXPECT_FALSE(board_->finish(ann, game(kNoon))) << "of a rematch";
  board_->score(ann, DailyScore{43, 1}, kCoach);
  board_->score(ann, DailyScore{900, 1}, kCoach);
  EXPECT_EQ(row(1).score.tenths, 43);
}

TEST_P(DailyBoardTest, WEB_18_AnotherNodeOrTheNextStartSeesTheSame) {
  const DailyAttempt ann = enters(1, "Ann");
  const auto others = open();
  const DailyBoard other(*others, kKey);
  EXPECT_EQ(other.enter(daily_key(1), "Ann", kNoon + Time{1}, kNoon, kCoach).ticket, ann.ticket);
  EXPECT_EQ(other.commitment(kToday), board_->commitment(kToday));
  EXPECT_FALSE(other.start(ann, kNoon).empty());
  EXPECT_TRUE(board_->start(ann, kNoon).empty());
  EXPECT_TRUE(other.finish(ann, game(kNoon)));
  ASSERT_EQ(board_->unscored(kNoon).size(), 1u) << "a restart forgets no score";
  EXPECT_EQ(board_->unscored(kNoon)[0].ticket, ann.ticket);
  EXPECT_NE(board_->record(ann).find("secret"), std::string::npos);
}

TEST_P(DailyBoardTest, WEB_18_TheBestMovesComeFirst) {
  plays(enters(1, "Ann"), -12, 1);
  plays(enters(2, "Bob"), 43, 4);
  plays(enters(3, "Cem"), 43, 1);
  enters(4, "Dan");
  const auto ranked = board_->book(kToday)->ranked();
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_EQ(ranked[0].name, "Bob") << "of equals who came first";
  EXPECT_EQ(ranked[1].name, "Cem");
  EXPECT_EQ(ranked[2].name, "Ann") << "the winner of the game";
}

TEST_P(DailyBoardTest, WEB_18_WhatOthersPlayedOrCameTooLateHasNoScore) {
  const DailyAttempt helped = enters(1, "Ann");
  board_->start(helped, kNoon);
  EXPECT_FALSE(board_->finish(helped, game(kNoon, seat_bit(kDailySeat))));
  const DailyAttempt late = enters(2, "Bob");
  board_->start(late, kNoon);
  EXPECT_FALSE(board_->finish(late, game(start_of(kToday) + kDay))) << "the secret is out by then";
  const DailyAttempt bot_helped = enters(3, "Cem");
  board_->start(bot_helped, kNoon);
  EXPECT_TRUE(board_->finish(bot_helped, game(kNoon, seat_bit(1)))) << "of a bot nothing is wanted";
  EXPECT_EQ(row(1).stage, Stage::Void);
  EXPECT_EQ(row(2).stage, Stage::Void);
  EXPECT_TRUE(board_->start(enters(4, "Dan"), kNoon + kDay).empty()) << "yesterday's ticket";
}

TEST_P(DailyBoardTest, WEB_18_TheDaysOwnCoachScoresIt) {
  const DailyAttempt ann = enters(1, "Ann");
  const DailyAttempt bob = enters(2, "Bob");
  for (const DailyAttempt& one : {ann, bob}) {
    board_->start(one, kNoon);
    board_->finish(one, game(kNoon));
  }
  board_->score(ann, DailyScore{5, 1}, kCoach);
  board_->score(bob, DailyScore{9, 1}, kCoach + 1);
  EXPECT_EQ(board_->book(kToday)->coach(), kCoach);
  EXPECT_EQ(board_->book(kToday)->ranked().size(), 1u);
  EXPECT_EQ(row(2).stage, Stage::Void) << "after an upgrade in the middle of the day";
}

TEST_P(DailyBoardTest, WEB_18_ANameBelongsToOneAndStatementsAreFresh) {
  enters(1, "Ann");
  EXPECT_EQ(board_->enter(daily_key(2), "ann", kNoon, kNoon, kCoach).result, Entered::Taken);
  EXPECT_EQ(board_->enter(daily_key(2), "\u200b", kNoon, kNoon, kCoach).result, Entered::BadName);
  EXPECT_EQ(board_->enter(daily_key(2), "Bob", kNoon - kLadderHour, kNoon, kCoach).result,
            Entered::Stale);
  EXPECT_EQ(board_->enter(daily_key(1), "Ann", kNoon, kNoon, kCoach).result, Entered::Stale)
      << "said before";
}

TEST_P(DailyBoardTest, WEB_18_APlayerTakesTheirRowAwayButGetsNoSecondAttempt) {
  const DailyAttempt ann = enters(1, "Ann");
  plays(ann, 10);
  EXPECT_FALSE(board_->remove(kToday, daily_key(2), kNoon + Time{1}, kNoon));
  EXPECT_TRUE(board_->remove(kToday, daily_key(1), kNoon + Time{1}, kNoon));
  EXPECT_TRUE(board_->book(kToday)->ranked().empty());
  EXPECT_EQ(row(1).name, "");
  EXPECT_EQ(board_->record(ann), "");
  EXPECT_EQ(board_->enter(daily_key(1), "Ann", kNoon + Time{2}, kNoon, kCoach).result,
            Entered::Played);
}

TEST_P(DailyBoardTest, WEB_18_DaysExpireAndCanBeMoved) {
  plays(enters(1, "Ann"), 10);
  const Folder elsewhere;
  FolderDocuments copy(elsewhere.path());
  EXPECT_EQ(DailyBoard(copy).copy_from(*board_), 1u);
  EXPECT_EQ(DailyBoard(copy).book(kToday)->ranked().size(), 1u);
  EXPECT_EQ(DailyBoard(copy).check(), 1u);
  const auto sweeps = [&](Time now) {
    const auto sweep = board_->sweep(now);
    while (!sweep->step()) {
    }
    return sweep->removed();
  };
  EXPECT_EQ(sweeps(start_of(kToday) + kDailyLife), 0u);
  EXPECT_EQ(sweeps(start_of(kToday) + kDailyLife + kDay), 2u) << "the book and the record";
  EXPECT_FALSE(board_->book(kToday));
}

INSTANTIATE_TEST_SUITE_P(Backends, DailyBoardTest, kBothBackends, backend_name);

// ---- HTTP ---------------------------------------------------------------------------------------

class DailyPage : public testing::Test {
 protected:
  HttpResponse put(int n, DailyStatement statement, const std::string& host = "here:9009") {
    const SigningKey signer(n);
    Json body = {{"on", statement.on}, {"date", statement.date}, {"said", statement.said.count()}};
    body["signature"] = to_hex(signer.sign(statement_text(statement, "here:9009")));
    if (statement.on) body["name"] = statement.name;
    const std::string text = body.dump();
    const std::string target = "/daily/" + to_hex(signer.key);
    HttpRequest request{.readable = false,
                        .target = target,
                        .host = host,
                        .puts = true,
                        .body = text,
                        .client = client_};
    return handler_.respond(request, now_);
  }
  HttpResponse get(const std::string& target) {
    return handler_.respond({.target = target, .client = "other"}, now_);
  }
  static Json json_of(const HttpResponse& response) { return Json::parse(*response.body); }
  DailyStatement entry(const std::string& name) {
    return {.date = std::string(kToday), .said = ++said_, .name = name};
  }
  DailyAttempt enters(int n, const std::string& name) {
    const HttpResponse response = put(n, entry(name));
    EXPECT_EQ(response.status, 200) << *response.body;
    return *parse_daily_attempt(json_of(response)["game"].get<std::string>());
  }

  const Folder folder_;
  FolderDocuments documents_{folder_.path()};
  DailyBoard board_{documents_, kKey};
  DailyHandler handler_{board_, kCoach};
  Time now_ = kNoon;
  Time said_ = kNoon;
  std::string client_ = "192.0.2.1";
};

TEST_F(DailyPage, WEB_18_TheSecretIsCommittedToBeforeAndRevealedTheNextDay) {
  now_ = kNoon - kDay;
  const Json before = json_of(get("/daily.json"));
  const std::string secret = to_hex(board_.secret(kToday));
  EXPECT_EQ(before["next"]["date"], kToday);
  EXPECT_EQ(before.dump().find(secret), std::string::npos);
  now_ = kNoon;
  const Json today = json_of(get("/daily.json"));
  EXPECT_EQ(today["today"]["commitment"], before["next"]["commitment"]);
  EXPECT_EQ(today.dump().find(secret), std::string::npos);
  now_ = kNoon + kDay;
  const Json after = json_of(get("/daily.json"));
  EXPECT_EQ(after["last"]["secret"].get<std::string>(), secret);
  EXPECT_EQ(after["last"]["commitment"], before["next"]["commitment"]);
  EXPECT_EQ(before["next"]["commitment"], to_hex(daily_commitment(kToday, *parse_bytes32(secret))));
}

TEST_F(DailyPage, WEB_18_APlayersSignatureOpensOneAttempt) {
  const DailyAttempt ann = enters(1, "Ann");
  EXPECT_EQ(ann.date, kToday);
  EXPECT_EQ(put(1, entry("Ann"), "there:9009").status, 403) << "signed for another server";
  DailyStatement tomorrow = entry("Ann");
  tomorrow.date = utc_date(kNoon + kDay);
  EXPECT_EQ(*put(1, tomorrow).body, "other_day\n");
  board_.start(ann, kNoon);
  const HttpResponse again = put(1, entry("Ann"));
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(*again.body, "played\n");
  const std::string own = "/daily/" + to_hex(daily_key(1));
  EXPECT_EQ(json_of(get(own))["stage"], "playing");
  EXPECT_EQ(get("/daily/" + to_hex(daily_key(2))).status, 404);
}

TEST_F(DailyPage, WEB_18_NobodyHandsInAScore) {
  const DailyAttempt ann = enters(1, "Ann");
  const SigningKey signer(1);
  const std::string target = "/daily/" + to_hex(signer.key);
  const std::string claim = R"({"on":true,"points":99,"place":1})";
  EXPECT_EQ(
      handler_
          .respond(
              {.readable = false, .target = target, .puts = true, .body = claim, .client = client_},
              now_)
          .status,
      400);
  EXPECT_TRUE(json_of(get("/daily.json"))["today"]["players"].empty());
  board_.start(ann, kNoon);
  board_.finish(ann, {.ended = kNoon, .record = {"{}"}});
  board_.score(ann, DailyScore{43, 2}, kCoach);
  now_ += Time{1'001};
  const Json players = json_of(get("/daily.json"))["today"]["players"];
  ASSERT_EQ(players.size(), 1u);
  EXPECT_EQ(players[0]["points"], 4.3);
  EXPECT_EQ(players[0]["name"], "Ann");
  EXPECT_EQ(json_of(get(target))["rank"], 1);
}

TEST_F(DailyPage, WEB_18_ARecordIsThereWhenTheDayIsOver) {
  const DailyAttempt ann = enters(1, "Ann");
  board_.start(ann, kNoon);
  board_.finish(ann, {.ended = kNoon, .record = {"{\"deal\":1}"}});
  const std::string record = "/daily/" + origin_name(ann) + ".jsonl";
  EXPECT_EQ(get(record).status, 403);
  now_ = start_of(kToday) + kDay;
  EXPECT_EQ(*get(record).body, "{\"deal\":1}\n");
  EXPECT_EQ(get("/daily/daily-2026-11-19-" + std::string(32, '0') + ".jsonl").status, 404);
}

TEST_F(DailyPage, LIM_1_OneAddressEntersFewPlayersADay) {
  int entered = 0;
  for (int n = 1; n <= 20; ++n) {
    const HttpResponse response = put(n, entry("Player " + std::to_string(n)));
    entered += response.status == 200 ? 1 : 0;
  }
  EXPECT_EQ(entered, 10);
  client_ = "198.51.100.7";
  EXPECT_EQ(put(21, entry("Eve")).status, 200);
}

}  // namespace
}  // namespace nl
