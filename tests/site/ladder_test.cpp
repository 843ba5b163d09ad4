// Tests of the ladder: ratings, membership, rated games, storage.
#include "site/ladder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <memory>

#include "server/signing_key.h"
#include "site/document_stores.h"
#include "site/ladder_handler.h"
#include "text/rules_text.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr Time kNow = 1'000 * kLadderDay;

// ---- arithmetic ---------------------------------------------------------------------------------

Json openskill_figures() {
  std::ifstream file(fs::path(NINELIVES_SOURCE_DIR) / "tests" / "site" / "ladder_figures.json");
  return Json::parse(file);
}

TEST(Rating, WEB_12_FiguresAreThoseOfOpenskill) {
  const Json figures = openskill_figures();
  ASSERT_EQ(figures["games"].size(), 60u);
  double worst = 0;
  for (const Json& game : figures["games"]) {
    std::vector<Rating> table;
    for (const Json& one : game["before"]) table.push_back({one[0], one[1]});
    rate(table, game["winner"].get<std::size_t>());
    for (std::size_t i = 0; i < table.size(); ++i) {
      worst = std::max(worst, std::abs(table[i].mu - game["after"][i][0].get<double>()));
      worst = std::max(worst, std::abs(table[i].sigma - game["after"][i][1].get<double>()));
    }
  }
  EXPECT_LT(worst, 1e-9);
}

TEST(Rating, WEB_12_WhoBeginsHasAThousandPointsAndWhoWinsGains) {
  EXPECT_EQ(points_of(Rating{}), 1000);
  std::vector<Rating> table(3);
  rate(table, 1);
  EXPECT_GT(points_of(table[1]), 1000);
  EXPECT_LT(points_of(table[0]), points_of(table[1]));
  EXPECT_EQ(table[0], table[2]);
}

// ---- the book -----------------------------------------------------------------------------------

using Result = LadderBook::Result;

LadderKey key_of(int n) { return SigningKey(n).key; }

class LadderRules : public testing::Test {
 protected:
  LadderRules() {
    for (int n = 1; n <= 3; ++n) {
      EXPECT_EQ(book_.join(key_of(n), "Player " + std::to_string(n), now_ - kLadderHour,
                           now_ - kLadderHour),
                Result::Done);
    }
  }
  // Of these keys, in the order of their seats; 0: a bot, negative: somebody who is not on it.
  FinishedGame game(const std::vector<int>& seats, Seat winner) {
    FinishedGame game{
        .dealt = now_ - Time{1'000}, .ended = now_, .winner = winner, .turns = 9, .rated = true};
    game.id[0] = static_cast<std::uint8_t>(++games_);
    game.id[1] = static_cast<std::uint8_t>(games_ >> 8);
    for (const int n : seats) {
      Player player{.name = "P"};
      if (n == 0) player.bot = "careful";
      if (n > 0) player.ladder = key_of(n);
      game.players.push_back(player);
    }
    return game;
  }
  bool counts(const FinishedGame& game) { return book_.count(game, now_); }
  int played(int n) const { return book_.find(key_of(n))->games; }

  LadderBook book_;
  Time now_ = kNow;
  int games_ = 0;
};

TEST_F(LadderRules, WEB_12_OfATableOnlyThoseAreRatedWhoWantedIt) {
  ASSERT_TRUE(counts(game({1, -1, 2, 0}, 0)));
  EXPECT_EQ(played(1), 1);
  EXPECT_EQ(played(2), 1);
  EXPECT_EQ(played(3), 0);
  std::vector<Rating> two(2);
  rate(two, 0);
  EXPECT_EQ(book_.find(key_of(1))->rating, two[0]) << "bots and strangers make no difference";
  EXPECT_EQ(book_.find(key_of(2))->rating, two[1]);
  EXPECT_EQ(book_.ranked().size(), 2u) << "who has not played is not shown";
  EXPECT_EQ(book_.rows().size(), 3u) << "and nobody is added";
}

TEST_F(LadderRules, WEB_12_GamesThatDoNotCount) {
  EXPECT_FALSE(counts(game({1, 0, 0}, 0))) << "alone with bots";
  EXPECT_FALSE(counts(game({1, -1}, 0))) << "with one who is not on it";
  EXPECT_FALSE(counts(game({1, 9}, 0))) << "a key that is not on it";
  EXPECT_FALSE(counts(game({1, 2, 0}, 2))) << "a bot has won";
  EXPECT_FALSE(counts(game({1, 2, -1}, 2))) << "a stranger has won";
  EXPECT_FALSE(counts(game({1, 1}, 0))) << "against oneself";
  FinishedGame helped = game({1, 2}, 0);
  helped.helped = seat_bit(0);
  EXPECT_FALSE(counts(helped)) << "a bot answered for the winner";
  helped.helped = seat_bit(1);
  EXPECT_TRUE(counts(helped)) << "who is away can lose";
  FinishedGame late = game({1, 2}, 0);
  late.dealt = now_ - 2 * kLadderHour;
  EXPECT_FALSE(counts(late)) << "dealt before they were on it";
  FinishedGame old = game({1, 2}, 0);
  old.ended = now_ - 25 * kLadderHour;
  EXPECT_FALSE(counts(old)) << "over long ago";
  FinishedGame replaced = game({1, 2}, 0);
  replaced.players[1].bot = "careful";
  EXPECT_FALSE(counts(replaced)) << "a seat that a bot took over";
  EXPECT_EQ(played(1), 1);
}

TEST_F(LadderRules, WEB_12_AGameCountsOnceHoweverOftenItComes) {
  const FinishedGame one = game({1, 2, 3}, 2);
  ASSERT_TRUE(counts(one));
  const LadderBook before = book_;
  now_ += kLadderHour;
  EXPECT_FALSE(counts(one));
  const auto read = LadderBook::parse(book_.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, before) << "to the last bit";
  book_ = *read;
  EXPECT_FALSE(counts(one)) << "after a restart";
  now_ += 30 * kLadderHour;
  EXPECT_EQ(book_.join(key_of(4), "Later", now_, now_), Result::Done);
  EXPECT_FALSE(counts(one)) << "its mark is gone by now, but it is too old";
  EXPECT_EQ(played(3), 1);
}

TEST_F(LadderRules, WEB_12_LAD_1_APairCountsThreeTimesADayWithOthersBetween) {
  ASSERT_EQ(book_.join(key_of(4), "Player 4", now_ - kLadderHour, now_ - kLadderHour),
            Result::Done);
  for (int i = 0; i < kMostGamesOfAPair; ++i) {
    EXPECT_TRUE(counts(game({1, 2}, 0))) << i;
    EXPECT_FALSE(counts(game({2, 1}, 0))) << "not the same two again at once";
    EXPECT_TRUE(counts(game({1, 3 + i % 2}, 0))) << i;
    EXPECT_TRUE(counts(game({2, 4 - i % 2}, 0))) << i;
  }
  EXPECT_FALSE(counts(game({1, 2}, 1)));
  EXPECT_FALSE(counts(game({3, 2, 1}, 0))) << "nor with others at the table";
  EXPECT_TRUE(counts(game({3, 4}, 0)));
  now_ += kLadderDay + kLadderHour;
  EXPECT_TRUE(counts(game({1, 2}, 0)));
}

TEST_F(LadderRules, WEB_12_WhoLeavesIsGoneAtOnceWithAllThatWasNoted) {
  ASSERT_TRUE(counts(game({1, 2}, 0)));
  EXPECT_EQ(book_.leave(key_of(1), now_, now_), Result::Done);
  EXPECT_EQ(book_.find(key_of(1)), nullptr);
  EXPECT_FALSE(counts(game({1, 2}, 0)));
  EXPECT_EQ(book_.leave(key_of(1), now_ + Time{1}, now_), Result::Unknown);
  now_ += kLadderHour;
  EXPECT_EQ(book_.join(key_of(7), "Another", now_, now_), Result::Done);
  EXPECT_EQ(book_.text().find(to_hex(key_of(1))), std::string::npos) << "not even the key is left";
}

TEST_F(LadderRules, WEB_12_WhatWasSaidBeforeIsNotSaidAgain) {
  const Time said = now_;
  EXPECT_EQ(book_.join(key_of(1), "Ann", said, now_), Result::Done);
  EXPECT_EQ(book_.leave(key_of(1), said + Time{5}, now_), Result::Done);
  EXPECT_EQ(book_.join(key_of(1), "Ann", said, now_), Result::Stale);
  EXPECT_EQ(book_.join(key_of(1), "Ann", said + Time{6}, now_), Result::Done);
  EXPECT_EQ(book_.leave(key_of(1), said + Time{5}, now_), Result::Stale);
  EXPECT_EQ(book_.leave(key_of(1), now_ + 2 * kStatementLife, now_), Result::Stale);
  EXPECT_EQ(book_.join(key_of(8), "Old", now_ - 2 * kStatementLife, now_), Result::Stale);
}

TEST_F(LadderRules, WEB_12_NamesAreCheckedAndNobodyLooksLikeAnother) {
  const auto join = [&](int n, const std::string& name) {
    now_ += Time{1};
    return book_.join(key_of(n), name, now_, now_);
  };
  EXPECT_EQ(join(10, "Anna"), Result::Done);
  for (const char* like : {"Anna", "anna", "ANNA", "Аnna", " Anna ", "An\u200bna", "Ａｎｎａ"}) {
    EXPECT_EQ(join(11, like), Result::Taken) << like;
  }
  for (const char* bad : {"", "   ", "\x1b[31m", "\u202e", "\xff\xfe"}) {
    EXPECT_NE(join(11, bad), Result::Done) << bad;
  }
  EXPECT_EQ(join(11, "\u202e<b>Bob</b>\n"), Result::Done);
  EXPECT_EQ(book_.find(key_of(11))->name, "<b>Bob</b>");
  EXPECT_EQ(join(10, "ANNA"), Result::Done) << "one's own name, in other letters";
  EXPECT_EQ(join(10, "Berta"), Result::Done);
  EXPECT_EQ(join(12, "Anna"), Result::Done) << "which is free again";
}

TEST_F(LadderRules, WEB_12_ItIsFullAtSomeTimeAndWhoNeverPlaysGoes) {
  Json full = Json::parse(book_.text());
  const Json row = full["rows"][0];
  for (std::size_t n = full["rows"].size(); n < kMostLadderRows; ++n) {
    LadderKey key{};
    key[0] = static_cast<std::uint8_t>(n);
    key[1] = static_cast<std::uint8_t>(n >> 8);
    full["rows"].push_back(row);
    full["rows"].back()["key"] = to_hex(key);
  }
  book_ = *LadderBook::parse(full.dump());
  EXPECT_EQ(book_.join(key_of(5), "Five", now_, now_), Result::Full);
  now_ += kIdleRowLife + Time{1};
  EXPECT_EQ(book_.join(key_of(5), "Five", now_, now_), Result::Done);
  EXPECT_EQ(book_.rows().size(), 1u);
}

TEST(LadderText, WEB_12_WhatIsNoLadderIsNotTakenForOne) {
  EXPECT_TRUE(LadderBook::parse(LadderBook().text()));
  for (const char* bad :
       {"", "{", "[]", "{}", R"({"ladder":2,"rows":[],"counted":[],"gone":[]})",
        R"({"ladder":1,"rows":[{}],"counted":[],"gone":[]})",
        R"({"ladder":1,"rows":[],"counted":[],"gone":[{"key":"zz","said":1}]})"}) {
    EXPECT_FALSE(LadderBook::parse(bad)) << bad;
  }
}

// ---- where it is kept ---------------------------------------------------------------------------

void put_on(const Ladder& ladder, int n) {
  ladder.change([&](LadderBook& book) {
    return book.join(key_of(n), "n" + std::to_string(n), kNow, kNow) == Result::Done;
  });
}

// Key 1 wins.
FinishedGame won_by_one(int game, int opponent = 2) {
  FinishedGame one{
      .dealt = kNow + Time{1}, .ended = kNow + Time{2}, .winner = 0, .turns = 9, .rated = true};
  one.id[0] = static_cast<std::uint8_t>(game);
  for (const int n : {1, opponent}) one.players.push_back({.name = "P", .ladder = key_of(n)});
  return one;
}

// While one has read it and not yet written, another changes it.
void loses_nothing_between_two(const Ladder& one, const Ladder& other, int first, int second) {
  const int before = one.book()->find(key_of(1))->games;
  bool came_between = false;
  one.change([&](LadderBook& book) {
    if (!std::exchange(came_between, true))
      other.count(won_by_one(first, first + 1), kNow + Time{3});
    return book.count(won_by_one(second, second + 1), kNow + Time{3});
  });
  EXPECT_EQ(other.book()->find(key_of(1))->games, before + (first == second ? 1 : 2));
}

class StoredLadder : public DocumentStoreTest {};
INSTANTIATE_TEST_SUITE_P(Both, StoredLadder, kBothBackends, backend_name);

TEST_P(StoredLadder, WEB_12_KeepsTheLadder) {
  const auto one_store = open();
  const auto other_store = open();  // of the next start, or of another node
  const Ladder one(*one_store, std::chrono::milliseconds(0));
  const Ladder other(*other_store, std::chrono::milliseconds(0));
  EXPECT_EQ(*one.book(), LadderBook());
  put_on(one, 1);
  for (const int n : {2, 3, 4, 5}) put_on(other, n);
  one.count(won_by_one(1), kNow + Time{3});
  other.count(won_by_one(1), kNow + Time{4});
  EXPECT_EQ(*other.book(), *one.book());
  EXPECT_EQ(other.book()->find(key_of(1))->games, 1);
  EXPECT_EQ(other.copy_from(one), 5u);
  loses_nothing_between_two(one, other, 2, 3);
  loses_nothing_between_two(one, other, 4, 4);
}

class LadderFolder : public testing::Test {
 protected:
  const Folder folder_;
  FolderDocuments documents_{folder_.path()};
  const Ladder ladder_{documents_};
};

TEST_F(LadderFolder, WEB_12_WhatIsDamagedIsNotWrittenOver) {
  const fs::path file = folder_.path() / "ladder.json";
  std::ofstream(file) << "{\"ladder\":1,";
  EXPECT_THROW(ladder_.book(), StoreError);
  EXPECT_THROW(put_on(ladder_, 1), StoreError);
  fs::remove(file);
  std::ofstream(file.string() + ".new") << "half";
  put_on(ladder_, 1);
  EXPECT_EQ(ladder_.book()->rows().size(), 1u);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// ---- over HTTP ----------------------------------------------------------------------------------

class LadderHttp : public LadderFolder {
 protected:
  HttpResponse ask(const std::string& target, bool puts = false, const std::string& body = {}) {
    return site_.respond({.readable = !puts,
                          .target = target,
                          .host = "cats.example",
                          .puts = puts,
                          .body = body,
                          .client = std::to_string(++asked_)},
                         now_);
  }
  HttpResponse put(const SigningKey& key, LadderStatement statement,
                   const std::string& host = "cats.example") {
    if (statement.said == Time{0}) statement.said = ++now_;
    Json body = {{"on", statement.on},
                 {"said", statement.said.count()},
                 {"signature", to_hex(key.sign(statement_text(statement, host)))}};
    if (statement.on) body["name"] = statement.name;
    return ask("/ladder/" + to_hex(key.key), true, body.dump());
  }
  Json players() { return Json::parse(*ask("/ladder.json").body)["players"]; }

  LadderHandler site_{ladder_};
  const SigningKey ann_{1};
  const SigningKey bob_{2};
  Time now_ = kNow;
  int asked_ = 0;
};

TEST_F(LadderHttp, WEB_12_OnAndOffByTheKeysSignatureAlone) {
  EXPECT_EQ(put(ann_, {.on = true, .name = "Ann"}).status, 200);
  const Json row = Json::parse(*ask("/ladder/" + to_hex(ann_.key)).body);
  EXPECT_EQ(row["name"], "Ann");
  EXPECT_EQ(row["points"], 1000);
  EXPECT_FALSE(row.contains("rank"));
  EXPECT_EQ(players(), Json::array());
  EXPECT_EQ(put(bob_, {.on = true, .name = "ann"}).status, 409);
  EXPECT_EQ(put(bob_, {.on = true, .name = " "}).status, 422);
  EXPECT_EQ(put(ann_, {.on = true, .name = "Ann", .said = now_ - 2 * kStatementLife}).status, 412);
  EXPECT_EQ(put(ann_, {.on = false}, "dogs.example").status, 403) << "said to another server";
  EXPECT_EQ(put(ann_, {.on = false}).status, 200);
  EXPECT_EQ(ask("/ladder/" + to_hex(ann_.key)).status, 404);
  EXPECT_EQ(put(ann_, {.on = false}).status, 404);
}

TEST_F(LadderHttp, WEB_12_AForgedStatementIsRefused) {
  ASSERT_EQ(put(ann_, {.on = true, .name = "Ann"}).status, 200);
  const LadderStatement off{.on = false, .said = now_ + Time{1}};
  const std::string by_bob = to_hex(bob_.sign(statement_text(off, "cats.example")));
  const auto forged = [&](const Json& body) {
    return ask("/ladder/" + to_hex(ann_.key), true, body.dump()).status;
  };
  EXPECT_EQ(forged({{"on", false}, {"said", off.said.count()}, {"signature", by_bob}}), 403);
  const LadderStatement on{.on = true, .name = "Bob", .said = now_ + Time{1}};
  const std::string signed_on = to_hex(ann_.sign(statement_text(on, "cats.example")));
  EXPECT_EQ(
      forged({{"on", true}, {"said", on.said.count()}, {"name", "Rob"}, {"signature", signed_on}}),
      403);
  EXPECT_EQ(forged({{"on", false}, {"said", on.said.count()}, {"signature", signed_on}}), 403);
  EXPECT_EQ(forged({{"on", true}, {"said", -1}, {"name", "Bob"}, {"signature", signed_on}}), 400);
  EXPECT_EQ(forged({{"on", true}, {"said", on.said.count()}, {"signature", signed_on}}), 400);
  EXPECT_EQ(forged({{"signature", "ff"}}), 400);
  EXPECT_EQ(forged(Json::array()), 400);
  EXPECT_EQ(ask("/ladder/zz", true, "{}").status, 404);
  EXPECT_EQ(ladder_.book()->find(ann_.key)->name, "Ann");
}

TEST_F(LadderHttp, WEB_12_TheListHasWhoPlayedAndNothingOfAnybodyElse) {
  ASSERT_EQ(put(ann_, {.on = true, .name = "Ann"}).status, 200);
  ASSERT_EQ(put(bob_, {.on = true, .name = "<script>"}).status, 200);
  ASSERT_EQ(put(SigningKey(3), {.on = true, .name = "Cleo"}).status, 200);
  FinishedGame game{.dealt = ++now_, .ended = ++now_, .winner = 1, .turns = 9, .rated = true};
  game.players = {
      {.name = "A", .ladder = ann_.key}, {.name = "B", .ladder = bob_.key}, {.name = "Eve"}};
  ladder_.count(game, now_);
  now_ += Time{1'001};
  const Json list = players();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["name"], "<script>");
  EXPECT_EQ(list[0]["points"], 1138);
  EXPECT_EQ(list[0]["games"], 1);
  EXPECT_EQ(list[0]["id"], to_hex(bob_.key).substr(0, 16));
  EXPECT_EQ(list[1]["name"], "Ann");
  EXPECT_EQ(list.dump().find("Eve"), std::string::npos);
  EXPECT_EQ(list.dump().find("Cleo"), std::string::npos);
  EXPECT_EQ(Json::parse(*ask("/ladder/" + to_hex(ann_.key)).body)["rank"], 2);
  ASSERT_EQ(put(bob_, {.on = false}).status, 200);
  EXPECT_EQ(players().size(), 1u) << "gone at once";
}

TEST_F(LadderHttp, WEB_12_OneAddressDoesNotFillIt) {
  int done = 0;
  for (int n = 1; n <= 30; ++n) {
    const SigningKey key(n);
    const LadderStatement statement{.on = true, .name = "n" + std::to_string(n), .said = now_};
    const Json body = {{"on", true},
                       {"said", now_.count()},
                       {"name", statement.name},
                       {"signature", to_hex(key.sign(statement_text(statement, "h")))}};
    const std::string text = body.dump();
    const std::string target = "/ladder/" + to_hex(key.key);
    done += site_
                .respond({.readable = false,
                          .target = target,
                          .host = "h",
                          .puts = true,
                          .body = text,
                          .client = "one"},
                         now_)
                .status == 200;
  }
  EXPECT_EQ(done, 10);
}

// Counts how often the stored ladder is read.
class CountingDocuments final : public DocumentStore {
 public:
  explicit CountingDocuments(DocumentStore& below) : below_(below) {}
  int reads = 0;

  std::optional<StoredDocument> find(DocumentKind kind, std::string_view name) override {
    ++reads;
    return below_.find(kind, name);
  }
  void write(DocumentKind kind, std::string_view name, const Document& document) override {
    below_.write(kind, name, document);
  }
  bool replace(DocumentKind kind, std::string_view name, DocumentVersion expected,
               const Document& document) override {
    return below_.replace(kind, name, expected, document);
  }
  Added add(DocumentKind kind, std::string_view name, const Document& document,
            std::size_t most) override {
    return below_.add(kind, name, document, most);
  }
  bool remove(DocumentKind kind, std::string_view name, DocumentVersion expected) override {
    return below_.remove(kind, name, expected);
  }
  std::optional<std::string> stamp(DocumentKind kind, std::string_view name) override {
    return below_.stamp(kind, name);
  }
  std::vector<std::string> names(DocumentKind kind) override { return below_.names(kind); }
  std::unique_ptr<DocumentSweep> sweep(DocumentKind kind, Time oldest, Time now) override {
    return below_.sweep(kind, oldest, now);
  }
  std::size_t keep_within(DocumentKind kind, std::uint64_t bytes) override {
    return below_.keep_within(kind, bytes);
  }
  std::uint64_t bytes() override { return below_.bytes(); }
  std::uint64_t bytes(DocumentKind kind) override { return below_.bytes(kind); }

 private:
  DocumentStore& below_;
};

TEST_F(LadderFolder, NET_2_ManyReadersReadTheStoredLadderOnce) {
  CountingDocuments counted(documents_);
  const Ladder ladder(counted);
  LadderHandler handler(ladder);
  put_on(ladder, 1);
  const int before = counted.reads;
  const std::string target = "/ladder/" + to_hex(key_of(1));
  for (int i = 0; i < 200; ++i) {
    const HttpRequest request{.target = target, .client = "203.0.113." + std::to_string(i)};
    handler.respond(request, kNow);
    ladder.book();
  }
  EXPECT_EQ(counted.reads, before);
}

TEST_F(LadderRules, LAD_1_OnlyGamesFromTheQueueCount) {
  FinishedGame own = game({1, 2}, 0);
  own.rated = false;
  EXPECT_FALSE(counts(own));
  EXPECT_TRUE(counts(game({1, 2}, 0)));
}

TEST_F(LadderRules, LAD_1_TheSamePeopleMeetAgainAfterOtherGamesAndAFewTimesADay) {
  for (int n = 4; n <= 9; ++n) {
    ASSERT_EQ(book_.join(key_of(n), "Player " + std::to_string(n), now_ - kLadderHour,
                         now_ - kLadderHour),
              Result::Done);
  }
  int met = 0;
  for (int round = 0; round < 6; ++round) {
    met += counts(game({1, 2}, 0)) ? 1 : 0;
    EXPECT_FALSE(counts(game({1, 2}, 0))) << "at once again";
    // Both play two others meanwhile.
    for (const int n : {4 + round % 3, 7 + round % 3}) {
      counts(game({1, n}, 0));
      counts(game({2, n}, 0));
    }
  }
  EXPECT_EQ(met, kMostGamesOfAPair);
}

}  // namespace
}  // namespace nl
