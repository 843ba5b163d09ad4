// Tests of the main menu: play at once, games to continue, remembered settings.
#include <gtest/gtest.h>

#include "terminal/home_pages.h"
#include "terminal/player_memory.h"
#include "terminal/player_statistics.h"

namespace nl {
namespace {

const Words& menu_words() { return words(Language::English); }

PlayOptions with_memory(const GamesFolder& folder) {
  PlayOptions options;
  options.games = folder.path;
  options.memory = folder.path / "player";
  options.seed = 1;
  return options;
}

TEST(Menu, TERM_13_FromTheSecondStartOnOneKeyPlaysAgainstThreeBots) {
  const GamesFolder folder;
  const Pages first = pages_of(with_memory(folder), {"1", "Ann", "quit"});
  EXPECT_TRUE(has(first.all[0], menu_words().ui("choose_language")));
  EXPECT_TRUE(has(first.all[1], menu_words().ui("menu_name")));
  EXPECT_TRUE(has(first.all[2], "p. " + menu_words().ui("menu_play")));
  const Pages second = pages_of(with_memory(folder), {"p", "table"});
  EXPECT_FALSE(has(second.whole(), menu_words().ui("choose_language")));
  EXPECT_TRUE(has(second.all[1], menu_words().ui("begins")));
  EXPECT_TRUE(has(second.whole(), "Ann"));
  EXPECT_EQ(SavedGames(folder.path).to_continue()->seats.size(), 4U);
}

TEST(Menu, TERM_13_EveryModeThatIsOfferedIsOnTheMenu) {
  const GamesFolder folder;
  folder.keep("20261114-2030", 1);
  folder.keep("20261116-0815", 3, 10);
  PlayOptions options = at_home(folder);
  options.online = [](const NetWish&, Language) {};
  const Pages pages = pages_of(options, {});
  for (const char* letter : {"p", "c", "f", "o", "j", "t", "z", "d", "l", "g", "s", "e"}) {
    EXPECT_TRUE(has(pages.all[0], std::string("\n") + letter + ". ")) << letter;
  }
}

TEST(Menu, TERM_8_SeveralUnfinishedGamesAreAList) {
  const GamesFolder folder;
  folder.keep("20261114-2030", 1, 10);
  folder.keep("20261116-0815", 3, 10);
  const Pages pages = pages_of(at_home(folder), {"c", "9", "2", "quit", "1"});
  EXPECT_TRUE(has(pages.all[0], "c. Continue one of 2 games"));
  EXPECT_TRUE(has(pages.all[1], "1. Continue the game of 2026-11-16 08:15"));
  EXPECT_TRUE(has(pages.all[1], "2. Continue the game of 2026-11-14 20:30"));
  EXPECT_TRUE(has(pages.all[2], "from 1 to 2."));
  EXPECT_TRUE(has(pages.all[3], menu_words().ui("resumes")));
}

TEST(Menu, TERM_13_TheDealOfTheDayIsTheSameForEverybody) {
  const auto dealt = [] {
    const GamesFolder folder;
    PlayOptions options = at_home(folder);
    options.seed.reset();
    return pages_of(options, {"d"}).all[1];
  };
  EXPECT_EQ(dealt(), dealt());
}

TEST(Menu, TERM_13_ThePuzzleOfTheDaySaysWhoseSeatItIs) {
  const GamesFolder folder;
  const Pages pages = pages_of(at_home(folder), {"z", "back"});
  EXPECT_TRUE(has(pages.all[1], "Puzzle of "));
  EXPECT_TRUE(has(pages.all[1], "You are player "));
  EXPECT_TRUE(has(pages.all[2], menu_words().ui("menu_tagline")));
}

TEST(Menu, TERM_13_AFriendsTableIsJoinedByAddressAndCode) {
  const GamesFolder folder;
  PlayOptions options = with_memory(folder);
  options.language = Language::English;
  std::vector<NetWish> wishes;
  options.online = [&](const NetWish& wish, Language) { wishes.push_back(wish); };
  pages_of(options, {"", "j", "play.example:4321 abcde23456", "t", "", "o", "j", "back"});
  ASSERT_EQ(wishes.size(), 3U);
  EXPECT_EQ(wishes[0].address, "play.example:4321");
  EXPECT_EQ(wishes[0].code, "abcde23456");
  EXPECT_EQ(wishes[1].address, "play.example:4321");  // the last one
  EXPECT_TRUE(wishes[1].code.empty());
  EXPECT_EQ(wishes[2].kind, NetWish::Kind::Host);
}

TEST(Menu, TERM_13_AtOneServerOnlyTheRoomsCodeIsAsked) {
  const GamesFolder folder;
  PlayOptions options = with_memory(folder);
  options.language = Language::English;
  options.server = "127.0.0.1:9009";
  std::vector<NetWish> wishes;
  options.online = [&](const NetWish& wish, Language) { wishes.push_back(wish); };
  const auto pages = pages_of(options, {"", "j", "abcde23456"});
  ASSERT_EQ(wishes.size(), 1U);
  EXPECT_EQ(wishes[0].address, "127.0.0.1:9009");
  EXPECT_EQ(wishes[0].code, "abcde23456");
  EXPECT_TRUE(has(pages.all[1], menu_words().ui("menu_host_here"))) << pages.all[1];
  EXPECT_FALSE(has(pages.all[2], "127.0.0.1")) << pages.all[2];
}

TEST(Menu, TERM_13_WhatIsRememberedIsCleanAndNoObstacle) {
  const GamesFolder folder;
  const auto file = folder.path / "player";
  EXPECT_FALSE(read_memory(file).language);
  std::ofstream(file) << "language xx\nname \x1b[31mAnn\n\nnonsense\n";
  EXPECT_FALSE(read_memory(file).language);
  EXPECT_EQ(read_memory(file).name.find('\x1b'), std::string::npos);
  write_memory(file, {.language = Language::English, .name = "Bo", .server = "host:1"});
  EXPECT_EQ(read_memory(file).language, Language::English);
  EXPECT_EQ(read_memory(file).name, "Bo");
  EXPECT_EQ(read_memory(file).server, "host:1");
}

TEST(Statistics, TERM_8_PlayersWithoutNamesAreNotOnePerson) {
  const GamesFolder folder;
  folder.keep("20261120-2000", 5, 100'000, {"Player 1"});
  EXPECT_TRUE(statistics_of(SavedGames(folder.path).all()).empty());
}

}  // namespace
}  // namespace nl
