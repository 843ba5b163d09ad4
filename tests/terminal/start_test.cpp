// Tests of the start page: every question, every bad answer.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "terminal/script.h"
#include "text/korean_words.h"

namespace nl {
namespace {

const Words& en() { return words(Language::English); }
const Words& ko() { return words(kKorean); }

const std::vector<std::string> kBad = {"0",  "-1",  "9",  "99999999999999", "one", "",
                                       "  ", "1 2", "1.5"};

PlayOptions with(std::optional<Language> language, std::optional<Expansions> expansions,
                 std::optional<int> players) {
  PlayOptions options;
  options.language = language;
  options.expansions = expansions;
  options.players = players;
  options.seed = 1;
  return options;
}

TEST(Start, TERM_3_BeginsWithTheCatAndTheLanguage) {
  const auto told = run_session({}, {});
  EXPECT_TRUE(has(told.out, "/\\_____/\\"));
  EXPECT_TRUE(has(told.out, en().ui("choose_language")));
  EXPECT_TRUE(has(told.out, ko().ui("choose_language")));
  EXPECT_EQ(told.status, kExitEndOfInput);
}

TEST(Start, SET_1_ABadLanguageIsAnErrorAndTheQuestionAgain) {
  for (const std::string& bad : kBad) {
    const auto told = run_session({}, {bad});
    EXPECT_EQ(count_of(told.out, en().ui("choose_language")), 2) << bad;
    EXPECT_TRUE(has(told.out, "Please enter a number from 1 to 3.")) << bad;
  }
}

TEST(Start, SET_1_TheLanguageHoldsForTheWholeSession) {
  const auto korean = run_session({}, {"2"});
  EXPECT_TRUE(has(korean.out, ko().ui("choose_variant")));
  const auto english = run_session({}, {"1"});
  EXPECT_TRUE(has(english.out, en().ui("choose_variant")));
  EXPECT_FALSE(has(english.out, ko().ui("choose_variant")));
}

TEST(Start, SET_2_ABadVariantIsAnErrorAndTheQuestionAgain) {
  for (const std::string& bad : kBad) {
    const auto told = run_session({}, {"1", bad});
    EXPECT_EQ(count_of(told.out, en().ui("choose_variant")), 2) << bad;
    EXPECT_TRUE(has(told.out, "from 1 to 3.")) << bad;
  }
  for (const std::string good : {"1", "2", "3"}) {
    EXPECT_TRUE(has(run_session({}, {"1", good}).out, "How many players?")) << good;
  }
}

TEST(Start, SET_3_ABadNumberOfPlayersIsAnErrorAndTheQuestionAgain) {
  for (const std::string& bad : kBad) {
    const auto told = run_session({}, {"1", "1", bad});
    EXPECT_EQ(count_of(told.out, "How many players? (2-5)"), 2) << bad;
    EXPECT_TRUE(has(told.out, "from 2 to 5.")) << bad;
  }
  EXPECT_TRUE(has(run_session({}, {"1", "2"}).out, "How many players? (2-6)"));
  EXPECT_EQ(count_of(run_session({}, {"1", "1", "6"}).out, "How many players? (2-5)"), 2);
}

TEST(Start, SET_3_SrsIsExactlyTheFlowOfItsSource) {
  PlayOptions options;
  options.preset = Preset::Srs;
  const auto told = run_session(options, {"1", "5", "1", "5", "1", "2"});
  EXPECT_EQ(count_of(told.out, en().ui("choose_variant")), 2);  // 1 to 3: no fifth
  EXPECT_EQ(count_of(told.out, "How many players? (2-4)"), 3);  // 5 and 1 are refused
  // Then the game begins, with no further question, and Player 0 is on turn.
  EXPECT_TRUE(has(told.out, "Player 0 goes first."));
  EXPECT_FALSE(has(told.out, en().ui("settings_begin")));
}

TEST(Start, SettingsCanBeChangedBeforeTheGame) {
  // Rules: family; names; two bots of three players.
  const auto told = run_session({}, {"1", "1", "3", "1", "3", "3", "Jane", "", "\x1b[31mTom\x1b[0m",
                                     "4", "2", "1", "8", "x", ""});
  EXPECT_TRUE(has(told.out, "Rules: Family"));
  EXPECT_TRUE(has(told.out, "Jane, Player 2, Tom"));
  EXPECT_FALSE(has(told.out, "\x1b"));
  EXPECT_TRUE(has(told.out, "Tom has no seat."));
  EXPECT_TRUE(has(told.out, "Jane, Mochi (=^.^=) Easy, Biscuit (=^o^=) Easy"));
  EXPECT_LT(told.out.rfind("Alone here?"), told.out.find("Bots: 2\n"));
  EXPECT_TRUE(has(told.out, "8 is out of range."));
  EXPECT_TRUE(has(told.out, en().ui("begins")));
}

TEST(Start, APresetForFewerPlayersAsksAgain) {
  const auto told = run_session({}, {"1", "1", "5", "1", "2", "4", ""});
  EXPECT_TRUE(has(told.out, "How many players? (2-4)"));
  EXPECT_TRUE(has(told.out, "Player 0 goes first."));
}

TEST(Start, FlagsLeaveNoQuestion) {
  for (const Language language : all_languages()) {
    const auto told = run_session(with(language, kBase, 2), {});
    const Words& w = words(language);
    EXPECT_FALSE(has(told.out, w.ui("choose_variant")));
    EXPECT_FALSE(has(told.out, w.ui("settings_begin")));
    EXPECT_EQ(told.out.rfind(w.ui("begins"), 0), 0u);
  }
}

TEST(Start, BackGoesToTheQuestionBefore) {
  // From the players to the variants, from the settings to the players, and out of a setting.
  const auto told = run_session({}, {"1", "1", "back", "2", "3", "back", "6", "1", "back", "3",
                                     "Ann", "back", "4", "1", "back", "BACK", "2", ""});
  EXPECT_EQ(count_of(told.out, en().ui("choose_variant")), 2);
  EXPECT_EQ(count_of(told.out, "How many players? (2-6)"), 3);
  EXPECT_FALSE(has(told.out, "Ann, "));
  EXPECT_FALSE(has(told.out, "Bots: 1"));
  EXPECT_TRUE(has(told.out, "Players: 2"));
  EXPECT_TRUE(has(told.out, en().ui("begins")));
}

TEST(Start, BackAtTheFirstQuestionAsksItAgain) {
  EXPECT_EQ(count_of(run_session({}, {"back", "1", "back", "1"}).out, en().ui("choose_variant")),
            2);
}

TEST(Start, ANameThatLosesItsSeatIsNamed) {
  PlayOptions options;
  options.names = {"Ann", "Bob", "Cho"};
  const auto told = run_session(options, {"1", "1", "2", ""});
  EXPECT_TRUE(has(told.out, "Cho has no seat."));
}

TEST(Start, TERM_3_CommandsBeforeTheGame) {
  const auto told = run_session({}, {"help", "1", "describe favor", "hand", "설명 공격", "quit"});
  EXPECT_TRUE(has(told.out, en().ui("help_start")));
  EXPECT_TRUE(has(told.out, en().card_text(Card::Favor)));
  EXPECT_TRUE(has(told.out, en().ui("no_game_yet")));
  EXPECT_TRUE(has(told.out, en().card_text(Card::Attack)));
  EXPECT_EQ(told.status, kExitPlayed);
}

// ---- the end of a session ----------------------------------------------------------------------

std::string temporary(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("ninelives_" + name);
  std::filesystem::remove(path);
  return path.string();
}

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Session, TERM_4_TheEndOfInputKeepsTheRecordAndSaysSo) {
  PlayOptions options = with(Language::English, kBase, 2);
  options.record = temporary("end_of_input.jsonl");
  const auto told = run_session(options, {"0", "", "draw"});
  EXPECT_EQ(told.status, kExitEndOfInput);
  EXPECT_TRUE(has(told.out, "The input has ended."));
  EXPECT_TRUE(has(told.out, options.record));
  EXPECT_TRUE(has(content(options.record), "\"do\":\"draw\""));
}

TEST(Session, ABrokenOffGameGoesOn) {
  PlayOptions options = with(Language::English, kBase, 2);
  options.record = temporary("resume.jsonl");
  run_session(options, {"0", "", "draw"});
  const std::string before = content(options.record);
  // The last line was not written to its end.
  std::ofstream(options.record, std::ios::app) << "{\"seat\":1,\"d";

  PlayOptions resumed;
  resumed.language = Language::English;
  resumed.resume = options.record;
  const auto told = run_session(resumed, {"", "draw"});
  EXPECT_TRUE(has(told.out, en().ui("resumes")));
  EXPECT_TRUE(has(told.out, "Over to you, Player 2."));
  const std::string after = content(options.record);
  EXPECT_EQ(after.rfind(before, 0), 0u);
  EXPECT_EQ(count_of(after, "\"do\":\"draw\""), 2);
  EXPECT_EQ(count_of(after, "\"record\""), 1);
}

TEST(Session, AMissingFileIsNotMade) {
  PlayOptions options;
  options.language = Language::English;
  options.resume = temporary("missing.jsonl");
  EXPECT_THROW(run_session(options, {}), FileError);
  EXPECT_FALSE(std::filesystem::exists(options.resume));
}

TEST(Session, SET_9_BotsAlonePlayToTheEndAndThePlayersAreAskedForAnother) {
  PlayOptions options = with(Language::English, kBase, 3);
  options.bots = {"careful", "careful", "random"};
  const auto told = run_session(options, {"maybe", "1", "2"});
  EXPECT_EQ(told.status, kExitPlayed);
  EXPECT_EQ(count_of(told.out, "The game is over."), 2);
  EXPECT_EQ(count_of(told.out, en().ui("play_again")), 3);
  EXPECT_TRUE(has(told.out, "Out, in this order:"));
  EXPECT_TRUE(has(told.out, en().ui("goodbye")));
}

}  // namespace
}  // namespace nl
