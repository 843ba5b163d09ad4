// Tests of the game archive and the game pages.
#include "site/game_archive.h"

#include <gtest/gtest.h>
#include <png.h>

#include <fstream>
#include <set>

#include "names/names.h"
#include "net/live_settings.h"
#include "site/folder_documents.h"
#include "site/game_page.h"
#include "site/game_picture.h"
#include "store/folder.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

class GameArchiveTest : public testing::Test {
 protected:
  static FinishedGame game(std::uint8_t id, Time ended) {
    FinishedGame one{.ended = ended, .winner = 1, .turns = 7, .record = {"{\"a\":1}", "{\"b\":2}"}};
    one.id.fill(id);
    one.players = {{.name = "Ann <b>", .token = hash_of_token("secret")},
                   {.name = "bot", .bot = "easy"}};
    return one;
  }
  HttpResponse get(const std::string& target, Time oldest = Time{0}) const {
    return game_response(archive_, {.target = target, .host = "example.org"}, oldest);
  }
  HttpResponse remove(const std::string& target, const std::string& authorization) const {
    return game_response(
        archive_,
        {.readable = false, .target = target, .deletes = true, .authorization = authorization},
        Time{0});
  }

  std::size_t swept(Time oldest, Time now = Time{0}) const {
    const auto sweep = archive_.sweep(oldest, now);
    while (!sweep->step()) {
    }
    return sweep->removed();
  }

  const Folder data_;
  const fs::path folder_ = data_.path() / "games";
  FolderDocuments documents_{data_.path()};
  const GameArchive archive_{documents_};
  const std::string address_ = std::string(16, 'a');
};

TEST_F(GameArchiveTest, LAD_2_KeysAreKeptWithRatedGamesAlone) {
  FinishedGame rated = game(0xaa, Time{1000});
  rated.rated = true;
  rated.players[0].ladder.emplace().fill(0x17);
  archive_.keep(rated);
  FinishedGame unrated = game(0xbb, Time{1000});
  unrated.players[0].ladder.emplace().fill(0x17);
  archive_.keep(unrated);
  std::vector<std::string> visited;
  archive_.for_each_rated(Time{500}, [&](const std::string& address, const ArchivedGame& one) {
    visited.push_back(address);
    std::string key;
    for (int i = 0; i < 32; ++i) key += "17";
    EXPECT_EQ(one.ladder, (std::vector<std::string>{key, ""}));
  });
  EXPECT_EQ(visited, (std::vector<std::string>{address_}));
  // Games expire, and with them all that can be found out about them.
  archive_.for_each_rated(Time{1001}, [](const std::string&, const ArchivedGame&) { FAIL(); });
}

TEST_F(GameArchiveTest, WEB_10_AGameIsFoundAtItsAddressAndNothingElseIs) {
  archive_.keep(game(0xaa, Time{1000}));
  const auto found = archive_.find(address_, Time{0});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->record, "{\"a\":1}\n{\"b\":2}\n");
  EXPECT_EQ(found->names, (std::vector<std::string>{"Ann <b>", "bot"}));
  EXPECT_EQ(found->turns, 7);
  for (const char* bad :
       {"", "../games", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "AAAAAAAAAAAAAAAA"}) {
    EXPECT_FALSE(archive_.find(bad, Time{0})) << bad;
    EXPECT_EQ(get("/g/" + std::string(bad)).status, 404) << bad;
  }
}

TEST_F(GameArchiveTest, WEB_10_WhatIsTooOldIsGoneBeforeItIsSweptAndAfter) {
  archive_.keep(game(0xaa, Time{1000}));
  archive_.keep(game(0xbb, Time{3000}));
  EXPECT_EQ(get("/g/" + address_, Time{2000}).status, 404);
  EXPECT_EQ(swept(Time{2000}), 1u);
  EXPECT_FALSE(archive_.find(address_, Time{0}));
  EXPECT_TRUE(archive_.find(std::string(16, 'b'), Time{2000}));
}

TEST_F(GameArchiveTest, WEB_10_WhoWasSentAwayInMidGameDeletesItToo) {
  FinishedGame one = game(0xaa, Time{1000});
  one.replaced = {hash_of_token("kicked")};
  archive_.keep(one);
  const std::string target = "/g/" + address_;
  EXPECT_EQ(remove(target, "Bearer wrong").status, 403);
  EXPECT_EQ(remove(target, "Bearer kicked").status, 200);
}

TEST_F(GameArchiveTest, WEB_10_WhoPlayedDeletesForGood) {
  archive_.keep(game(0xaa, Time{1000}));
  const std::string target = "/g/" + address_;
  EXPECT_EQ(remove(target, "").status, 401);
  EXPECT_EQ(remove(target, "Bearer wrong").status, 403);
  EXPECT_EQ(remove(target, "Bearer secret").status, 200);
  EXPECT_EQ(remove(target, "Bearer secret").status, 404);
  archive_.keep(game(0xaa, Time{1000}));  // as after a restart
  EXPECT_EQ(get(target).status, 404);
  std::ifstream file(folder_ / (address_ + ".jsonl"));
  const std::string left(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(left.find("Ann"), std::string::npos);
  EXPECT_EQ(left.find("\"a\""), std::string::npos);
}

TEST_F(GameArchiveTest, WEB_10_WhatWasNotDeletedIsNotCalledDeleted) {
  archive_.keep(game(0xaa, Time{1000}));
  const std::string target = "/g/" + address_;
  const fs::path draft = folder_ / (address_ + ".jsonl.new");
  fs::create_directory(draft);  // in the way of any write, whoever asks
  EXPECT_EQ(remove(target, "Bearer secret").status, 500);
  EXPECT_EQ(get(target).status, 200);
  fs::remove(draft);
  EXPECT_EQ(remove(target, "Bearer secret").status, 200);
  EXPECT_EQ(get(target).status, 404);
}

TEST_F(GameArchiveTest, WEB_10_AFullDiskIsToldAndLeavesNothingHalfWritten) {
  archive_.keep(game(0xbb, Time{1000}));
  const fs::path draft = folder_ / (address_ + ".jsonl.new");
  fs::create_symlink("/dev/full", draft);
  EXPECT_THROW(archive_.keep(game(0xaa, Time{1000})), StoreError);
  EXPECT_FALSE(archive_.find(address_, Time{0}));
  fs::remove(draft);
  archive_.keep(game(0xaa, Time{1000}));
  EXPECT_TRUE(archive_.find(address_, Time{0}));
}

TEST_F(GameArchiveTest, WEB_10_ANameWithoutContentIsWrittenAgain) {
  archive_.keep(game(0xaa, Time{1000}));
  std::ofstream(folder_ / (address_ + ".jsonl")) << "";  // as a power cut leaves it
  archive_.keep(game(0xaa, Time{1000}));
  EXPECT_TRUE(archive_.find(address_, Time{0}));
}

TEST_F(GameArchiveTest, NET_6_OnlyItsOwnerReadsAFile) {
  archive_.keep(game(0xaa, Time{1000}));
  const fs::perms perms = fs::status(folder_ / (address_ + ".jsonl")).permissions();
  EXPECT_EQ(perms, fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(GameArchiveTest, WEB_10_ASweepTakesDraftsAndWhatItCantReadByAgeAndNothingElse) {
  for (int i = 0; i < 120; ++i) archive_.keep(game(static_cast<std::uint8_t>(i), Time{1000}));
  const auto put = [&](const char* name, std::chrono::hours age) {
    std::ofstream(folder_ / name) << "half";
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - age);
  };
  const std::string old_draft = std::string(16, 'c') + ".jsonl.new";
  const std::string new_draft = std::string(16, 'd') + ".jsonl.new";
  const std::string damaged = std::string(16, 'e') + ".jsonl";
  put(old_draft.c_str(), std::chrono::hours(2));
  put(new_draft.c_str(), std::chrono::hours(0));
  put(damaged.c_str(), std::chrono::hours(48));
  put("notes.txt", std::chrono::hours(48));
  fs::create_directory(folder_ / "folder.jsonl");
  const Time now = wall_time();
  EXPECT_EQ(swept(now - std::chrono::hours(24), now), 122u);
  EXPECT_FALSE(fs::exists(folder_ / old_draft));
  EXPECT_FALSE(fs::exists(folder_ / damaged));
  EXPECT_TRUE(fs::exists(folder_ / new_draft));
  EXPECT_TRUE(fs::exists(folder_ / "notes.txt"));
  EXPECT_TRUE(fs::exists(folder_ / "folder.jsonl"));
  EXPECT_EQ(swept(now, now), 0u);
}

TEST_F(GameArchiveTest, WEB_10_WhereNoGamesAreKeptAllAreSwept) {
  archive_.keep(game(0xaa, wall_time()));
  EXPECT_EQ(swept(oldest_game({.keep_games_days = 1}, wall_time()), wall_time()), 0u);
  EXPECT_EQ(swept(oldest_game({.keep_games_days = 0}, wall_time()), wall_time()), 1u);
}

TEST_F(GameArchiveTest, WEB_10_NamesAreTextInThePage) {
  FinishedGame one = game(0xaa, Time{1000});
  one.winner = 0;
  archive_.keep(one);
  const HttpResponse response = get("/g/" + address_);
  EXPECT_EQ(response.status, 200);
  EXPECT_NE(response.body->find("Ann &lt;b&gt; won"), std::string::npos) << *response.body;
  EXPECT_EQ(response.body->find("<b>"), std::string::npos);
  EXPECT_NE(response.body->find("http://example.org/g/" + address_ + ".png"), std::string::npos);
}

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// As they were sent, and as a server keeps them: neither is ever markup of the page, or of its
// head.
TEST_F(GameArchiveTest, WEB_10_WEB_11_TwoHundredHostileNamesAreTextInThePage) {
  std::ifstream file(std::string(NINELIVES_SOURCE_DIR) + "/tests/names/hostile_names.json");
  const Json names = Json::parse(file);
  ASSERT_EQ(names.size(), 200u);
  FinishedGame one = game(0, Time{1000});
  one.winner = 0;
  one.players[0].name = "Ann";
  archive_.keep(one);
  const std::string plain = *get("/g/" + std::string(16, '0')).body;
  std::uint8_t id = 0;
  for (const Json& name : names) {
    for (const std::string& called :
         {name.get<std::string>(), clean_name(name.get<std::string>())}) {
      one.id.fill(++id);
      one.players[0].name = called;
      fs::remove_all(folder_);
      archive_.keep(one);
      const HttpResponse response = get("/g/" + game_address(one.id));
      ASSERT_EQ(response.status, 200) << name;
      for (const char* mark : {"<", ">", "\""}) {
        EXPECT_EQ(times(*response.body, mark), times(plain, mark)) << name << mark;
      }
    }
  }
}

TEST_F(GameArchiveTest, WEB_10_ADamagedFileIsNoGame) {
  archive_.keep(game(0xaa, Time{1000}));
  for (const char* text :
       {"", "{", "[]\n", "{\"ended\":\"x\"}\n", "{\"ended\":1,\"deleted\":false}\n"}) {
    std::ofstream(folder_ / (address_ + ".jsonl")) << text;
    EXPECT_FALSE(archive_.find(address_, Time{0})) << text;
  }
}

// Red, green and blue of all points. Fails the test if libpng can't read it.
std::vector<std::uint8_t> points_of(const std::string& png) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0) << image.message;
  EXPECT_EQ(image.width, 600u);
  EXPECT_EQ(image.height, 315u);
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> points(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, points.data(), 0, nullptr), 0) << image.message;
  return points;
}

TEST(GamePicture, WEB_10_IsAPictureForAnyNumberOfPlayers) {
  for (int seats = 2; seats <= kMaxSeats; ++seats) {
    const std::string png = game_picture(seats, 1);
    EXPECT_LT(png.size(), 30'000u);
    const std::vector<std::uint8_t> points = points_of(png);
    const auto forehead = points.begin() + 3 * (200 * 600 + 300);
    EXPECT_EQ(std::vector<std::uint8_t>(forehead, forehead + 3),
              (std::vector<std::uint8_t>{0x8f, 0xd3, 0xff}))
        << "the winner has the colour of seat 1";
  }
}

TEST(GamePicture, WEB_10_TheWinnerHasItsOwnColourAndEdgesAreSmooth) {
  const std::vector<std::uint8_t> points = points_of(game_picture(4, 2, "#e9b87b"));
  const auto at = [&](int x, int y) {
    const auto first = points.begin() + 3 * (y * 600 + x);
    return std::vector<std::uint8_t>(first, first + 3);
  };
  EXPECT_EQ(at(300, 200), (std::vector<std::uint8_t>{0xe9, 0xb8, 0x7b}));
  std::set<std::vector<std::uint8_t>> colors;
  for (int y = 0; y < 315; ++y) {
    for (int x = 0; x < 600; ++x) colors.insert(at(x, y));
  }
  EXPECT_GT(colors.size(), 30u) << "between ink and fur there are shades";
  int title = 0;
  for (int x = 0; x < 600; ++x) title += at(x, 46) == std::vector<std::uint8_t>{0xff, 0xb5, 0x2e};
  EXPECT_GT(title, 40) << "the name of the game";
}

}  // namespace
}  // namespace nl
