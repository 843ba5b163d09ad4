// Tests of saved games, the continued last game, the session score, statistics and the lesson.
#include <gtest/gtest.h>

#include "terminal/home_pages.h"
#include "terminal/player_statistics.h"
#include "terminal/session_score.h"
#include "text/characters.h"
#include "text/korean_words.h"

namespace nl {
namespace {

const Words& english() { return words(Language::English); }

// A game of one person against a bot, with nothing left to ask.
TEST(Home, TERM_8_AGameIsKeptAsItGoesAndContinuedFromTheStartPage) {
  const GamesFolder folder;
  const Pages broken = pages_of(ann_and_a_bot(folder), {"", "draw"});
  EXPECT_EQ(broken.status, kExitEndOfInput);
  EXPECT_TRUE(has(broken.whole(), "The input has ended."));
  EXPECT_TRUE(has(broken.whole(),
                  "The game is kept. To go on: start ninelives again and choose c, Continue."));
  ASSERT_EQ(folder.files(), 1U);
  EXPECT_EQ(std::filesystem::status(folder.path).permissions(), std::filesystem::perms::owner_all);
  const auto game = SavedGames(folder.path).to_continue();
  ASSERT_TRUE(game);
  EXPECT_EQ(game->names(), "Ann, Mochi");

  const Pages again = pages_of(at_home(folder), {"c", "", "draw"});
  EXPECT_TRUE(has(again.all[0], "c. Continue the game of " + game->when() + ": Ann, Mochi"));
  EXPECT_TRUE(has(again.whole(), english().ui("resumes")));
  EXPECT_FALSE(has(again.whole(), "How many players?"));
  EXPECT_EQ(folder.files(), 1U);  // the same file goes on
  EXPECT_GT(SavedGames(folder.path).to_continue()->steps, game->steps);
}

TEST(Home, WhatAnotherWindowPlaysIsNotOffered) {
  const GamesFolder folder;
  folder.keep("20261116-0815", 3, 10);
  EXPECT_TRUE(SavedGames(folder.path).to_continue());
  const FileLock other(folder.path / "20261116-0815.jsonl");
  EXPECT_FALSE(SavedGames(folder.path).to_continue());
}

TEST(Home, TERM_8_AGameThatAnotherProgramPlaysIsNotResumed) {
  const GamesFolder folder;
  folder.keep("20261116-0815", 3, 10);
  const std::string file = (folder.path / "20261116-0815.jsonl").string();
  PlayOptions options = at_home(folder);
  options.resume = file;
  {
    const FileLock other(file);
    EXPECT_THROW(pages_of(options, {"", "draw"}), FileInUse);
    EXPECT_EQ(SavedGames(folder.path).all().at(0).steps, 10);
  }
  EXPECT_TRUE(has(pages_of(options, {"", "draw"}).whole(), english().ui("resumes")));
}

TEST(Home, AHalfWrittenLastLineIsNoObstacleAndAForeignFileNoGame) {
  const GamesFolder folder;
  folder.keep("20261116-0815", 3, 10);
  std::ofstream(folder.path / "20261116-0815.jsonl", std::ios::app) << "{\"seat\":1,\"d";
  std::ofstream(folder.path / "20261117-0815.jsonl") << "{\"some\":\"thing\"}\nnonsense\n";
  const auto all = SavedGames(folder.path).all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].steps, 10);
  EXPECT_EQ(all[0].when(), "2026-11-16 08:15");
}

// The numbers are those of the sources; a letter more is no bad number.
TEST(Home, SET_9_AfterAGameThereIsMoreToDoThanYesAndNo) {
  const GamesFolder folder;
  const Pages pages =
      pages_of(bots_alone(folder), {"x", "w", "s", "", "1", "o", "4", "2", "2", "", "2"});
  EXPECT_EQ(pages.status, kExitPlayed);
  EXPECT_TRUE(has(pages.all[0], "Score of the evening after 1 game: "));
  EXPECT_TRUE(has(pages.all[0], "o. Other settings"));
  EXPECT_TRUE(has(pages.all[0], "w. See this game again"));
  EXPECT_TRUE(has(pages.all[1], "Please choose 1, 2 or a letter: o, w, r, t, s."));
  EXPECT_TRUE(has(pages.all[2], "wins"));                      // the game told again
  EXPECT_TRUE(has(pages.all[3], english().ui("stats_none")));  // of people, that is
  EXPECT_TRUE(has(pages.all[5], "after 2 games: "));
  EXPECT_TRUE(has(pages.all[6], "Players: 2"));
  EXPECT_TRUE(has(pages.all[10], "after 1 game: "));  // of others: another table
  EXPECT_TRUE(has(pages.whole(), english().ui("goodbye")));
  EXPECT_EQ(folder.files(), 3U);
}

TEST(Home, SET_9_AfterAGameHelpHelpsAndBackDoesNothing) {
  const GamesFolder folder;
  const Pages pages = pages_of(bots_alone(folder), {"help", "back", "quit"});
  EXPECT_EQ(pages.status, kExitPlayed);
  EXPECT_TRUE(has(pages.all[1], english().ui("after_game_help")));
  EXPECT_FALSE(has(pages.all[2], "Please choose"));
  EXPECT_TRUE(has(pages.all[3], english().ui("goodbye")));
}

// The winner's page offers a review of the game that was just played.
TEST(Home, REV_1_AGameIsReviewedWhereItEnded) {
  const GamesFolder folder;
  const Pages pages = pages_of(bots_alone(folder), {"r", "", "2"});
  EXPECT_EQ(pages.status, kExitPlayed);
  EXPECT_TRUE(has(pages.all[0], "r. Review this game"));
  EXPECT_TRUE(has(pages.all[1], english().ui("home_reviewing")));
  EXPECT_TRUE(has(pages.all[1], english().ui("coach_curve")));
  EXPECT_TRUE(has(pages.all[1], english().ui("coach_accounts")));
  EXPECT_TRUE(has(pages.all[1], "by luck"));
  EXPECT_TRUE(has(pages.all[2], english().ui("play_again")));
}

TEST(Home, SrsKeepsTheFlowOfItsSource) {
  const GamesFolder folder;
  folder.keep("20261116-0815", 3, 10);
  PlayOptions options = at_home(folder);
  options.preset = Preset::Srs;
  const Pages pages = pages_of(options, {"c"});
  EXPECT_FALSE(has(pages.all[0], "c. "));
  EXPECT_TRUE(has(pages.all[1], english().ui("choose_variant")));
  EXPECT_FALSE(has(pages.whole(), english().ui("resumes")));
}

TEST(Home, TwoPagesBeforeTheVeryFirstGameAndNeverAgain) {
  const GamesFolder folder;
  PlayOptions options = at_home(folder);
  options.bots = {"careful", "careful"};
  const Pages first = pages_of(options, {"1", "2", "", "", "", "2"});
  EXPECT_TRUE(has(first.all[3], "HOW TO PLAY (1 of 2)"));
  EXPECT_TRUE(has(first.all[4], "HOW TO PLAY (2 of 2)"));
  EXPECT_TRUE(has(first.all[5], english().ui("play_again")));
  const Pages second = pages_of(options, {"1", "2", "", "2"});
  EXPECT_FALSE(has(second.whole(), "HOW TO PLAY"));
}

TEST(Home, TERM_8_FinishedGamesAreListedAndToldAgain) {
  const GamesFolder folder;
  folder.keep("20261114-2030", 1);
  folder.keep("20261115-2145", 2);
  folder.keep("20261116-0815", 3, 10);
  const Pages pages = pages_of(at_home(folder), {"g", "7", "2", "", "s", ""});
  EXPECT_TRUE(has(pages.all[1], "1. 2026-11-15 21:45  Ann, Bob, Mochi: "));
  EXPECT_TRUE(has(pages.all[1], "2. 2026-11-14 20:30  Ann, Bob, Mochi: "));
  EXPECT_FALSE(has(pages.all[1], "08:15"));  // not over
  EXPECT_TRUE(has(pages.all[2], "from 1 to 2."));
  EXPECT_TRUE(has(pages.all[3], "wins"));
  EXPECT_TRUE(has(pages.all[5], english().ui("stats_title")));
}

TEST(Home, NOPE_5_WhereTheBoxHasNoNopeNobodyIsAskedForOne) {
  const GamesFolder folder;
  PlayOptions options = ann_and_a_bot(folder);
  options.bots = {};
  options.rules = [](Preset preset, Expansions expansions) {
    Rules rules = make_rules(preset, expansions);
    rules.copies[Card::Nope] = 0;
    rules.copies[Card::Skip] = 30;
    return rules;
  };
  const Pages pages = pages_of(options, {"", "skip", "", "", "skip", "", "", "skip", "", ""});
  EXPECT_TRUE(has(pages.whole(), "Skip"));
  EXPECT_FALSE(has(pages.whole(), "play a Nope?"));
}

// ---- statistics ---------------------------------------------------------------------------------

TEST(Statistics, TERM_8_CountWhatPeopleDidAndNotTheBots) {
  const GamesFolder folder;
  for (int i = 0; i < 12; ++i) {
    const std::string day = i < 10 ? "0" + std::to_string(i) : std::to_string(i);
    folder.keep("202611" + day + "-2000", static_cast<std::uint64_t>(i) + 1);
  }
  folder.keep("20261120-2000", 77, 12);  // broken off: not counted
  folder.keep("20261121-2000", 5, 100'000, {"Cho"});
  const auto kept = SavedGames(folder.path).all();
  const auto all = statistics_of(kept);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].games, 12);
  EXPECT_EQ(all[0].last.size(), 10U);
  EXPECT_EQ(all[2].name, "Cho");
  EXPECT_EQ(all[2].games, 1);
  int wins = 0;
  int by_people = 0;
  int escapes = 0;
  for (const PlayerStatistics& row : all) {
    wins += row.wins;
    escapes += row.escapes;
  }
  for (const SavedGame& game : kept) {
    by_people += game.over && game.winner + 1U < game.seats.size() ? 1 : 0;
  }
  EXPECT_EQ(wins, by_people);
  EXPECT_GT(wins, 0);
  EXPECT_GT(escapes, 0);
  const Lines one = statistics_lines(all, "Cho", english());
  ASSERT_EQ(one.size(), 2U);
  EXPECT_TRUE(has(one[1], "Cho  1 game, "));
  EXPECT_EQ(statistics_lines(all, "Dora", english()).front(),
            "Nobody called Dora has played a game to its end here yet.");
}

TEST(SessionScore, TERM_8_CountsTheGamesOfOneTable) {
  SessionScore score;
  const std::vector<std::string> two = {"Ann", "Bob"};
  score.add(two, 1);
  score.add(two, 1);
  score.add(two, 0);
  EXPECT_EQ(score.lines(english()).front(), "Score of the evening after 3 games: Bob 2, Ann 1.");
  const std::vector<std::string> others = {"Ann", "Cho"};
  score.add(others, 0);
  EXPECT_EQ(score.lines(english()).front(), "Score of the evening after 1 game: Ann 1, Cho 0.");
}

// ---- the first game -----------------------------------------------------------------------------

// A player who tries every answer gets to the end, whatever the language, and wins.
TEST(Learn, TERM_9_TheLessonIsPlayedToItsEndByItsOwnAnswers) {
  for (const Language language : all_languages()) {
    LessonPlayer lesson(language);
    int asked = 0;
    while (!lesson.over()) {
      if (!lesson.is_asked()) {
        lesson.go_on();
        continue;
      }
      ++asked;
      const Question question = lesson.question();
      int right = 0;
      for (const Choice& choice : question.choices) {
        if (right == 0 && choice.action && lesson.answer(*choice.action)) ++right;
      }
      if (question.range && right == 0) right = lesson.answer(number(0)) ? 1 : 0;
      ASSERT_EQ(right, 1) << lesson.progress();
    }
    EXPECT_GT(asked, 8);
    EXPECT_EQ(lesson.sentences().size(), 1U);
    EXPECT_EQ(lesson.table_model().view.alive, seat_bit(kPupil));
  }
}

TEST(Learn, AnotherMoveIsRefusedKindlyAndCommandsWork) {
  const GamesFolder folder;
  const Pages pages =
      pages_of(at_home(folder), {"l", "see", "odds", "hand", "draw", "2", "1", "2", "back"});
  EXPECT_TRUE(has(pages.all[1], "* Welcome! The draw pile hides Exploding Kittens."));
  EXPECT_TRUE(has(pages.all[2], english().ui("learn_not_now")));
  EXPECT_TRUE(has(pages.all[3], "Chance of a kitten on the next draw: 2 in 10"));
  EXPECT_TRUE(has(pages.all[5], "* Mochi plays Favor and wants a card of yours."));
  EXPECT_TRUE(has(pages.all[6], english().ui("learn_not_now")));
  EXPECT_TRUE(has(pages.all[7], "* Mochi Nopes your Nope, so the Favor is on again."));
  EXPECT_TRUE(has(pages.all[8], "* Your turn again."));
  EXPECT_TRUE(has(pages.all[9], english().ui("menu_tagline")));
}

// Nobody but the pupil is looked at: what the others hold is in no line.
TEST(Learn, NothingIsToldThatThePupilMustNotKnow) {
  const GamesFolder folder;
  const Pages pages = pages_of(at_home(folder), {"l", "draw", "1", "hand"});
  EXPECT_FALSE(has(pages.whole(), "draws Rainbow"));
  EXPECT_TRUE(has(pages.whole(), "You draw"));
}

// ---- characters ---------------------------------------------------------------------------------

TEST(Characters, TheNthBotOfALevelIsItsNthCharacter) {
  const std::vector<std::string> bots = {"", "easy", "hard", "careful", "ismcts:50ms", "strange"};
  const auto all = characters_at(bots);
  EXPECT_FALSE(all[0]);
  EXPECT_EQ(all[1]->key, "mochi");
  EXPECT_EQ(all[1]->face, "(=^.^=)");
  EXPECT_EQ(all[2]->key, "onyx");
  EXPECT_EQ(all[3]->key, "biscuit");
  EXPECT_EQ(all[3]->level, "easy");
  EXPECT_EQ(all[4]->key, "raven");
  EXPECT_EQ(all[5]->key, "sphinx");
}

TEST(Characters, BotsHaveTheirNamesInEveryLanguage) {
  GameChoice choice;
  choice.players = 3;
  choice.bots = {"medium", "medium"};
  EXPECT_EQ(seats_of(choice)[1].name, "Pepper");
  choice.language = kKorean;
  EXPECT_EQ(seats_of(choice)[1].name, words(kKorean).character("pepper"));
  EXPECT_NE(seats_of(choice)[1].name, "Pepper");
}

}  // namespace
}  // namespace nl
