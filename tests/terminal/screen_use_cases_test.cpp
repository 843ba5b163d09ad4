// Tests of every use case of the sources S, A and B, step by step with its alternatives: one script
// each, typed in plain mode and on screens of three sizes, in both languages. All must write the
// same record of the game, and in English say the same sentences; only the layout may differ.
#include <gtest/gtest.h>

#include "engine/cards.h"
#include "terminal/both.h"
#include "terminal/home_pages.h"
#include "text/korean_words.h"

namespace nl {
namespace {

struct UseCase {
  Staged table;
  Lines typed;
  Lines said{};    // in English
  Lines unsaid{};  // … and what must not be
};

// Result of the play: the record, and whose turn it is with how many turns to take.
struct Outcome {
  std::vector<std::string> record;
  Seat turn = kNoSeat;
  int owed = 0;
  SeatMask alive = 0;
};

Outcome outcome_of(const Table& table) {
  const View v = table.view(kWatcher);
  return {table.record(), v.turn, v.owed, v.alive};
}

void expect_sentences(const UseCase& use_case, const Shown& shown) {
  for (const std::string& sentence : use_case.said) EXPECT_TRUE(shown.says(sentence)) << sentence;
  for (const std::string& sentence : use_case.unsaid) {
    EXPECT_FALSE(shown.says(sentence)) << sentence;
  }
}

// Walks it on every surface; they agree on all, or the test fails.
Outcome walk(const UseCase& use_case) {
  Table plain_table = make_table(use_case.table);
  expect_sentences(use_case, in_plain(plain_table, use_case.typed));
  const Outcome plain = outcome_of(plain_table);
  {
    SCOPED_TRACE("plain, Korean");
    Table table = make_table(use_case.table);
    in_plain(table, use_case.typed, kKorean);
    EXPECT_EQ(table.record(), plain.record);
  }
  for (const ScreenSize size : {ScreenSize{80, 24}, ScreenSize{97, 31}, ScreenSize{120, 40}}) {
    for (const Language language : {Language::English, kKorean}) {
      SCOPED_TRACE("screen of " + std::to_string(size.width) + " columns, language " +
                   std::to_string(static_cast<int>(language)));
      Table table = make_table(use_case.table);
      const Shown shown = on_screen(table, use_case.typed, language, size);
      EXPECT_EQ(table.record(), plain.record);
      if (language == Language::English) expect_sentences(use_case, shown);
    }
  }
  return plain;
}

Staged srs(std::vector<std::vector<Card>> hands, std::vector<Card> top = {},
           Expansions expansions = kBase) {
  return staged(Preset::Srs, expansions, std::move(hands), std::move(top));
}
Staged family(std::vector<std::vector<Card>> hands, std::vector<Card> top = {}) {
  return staged(Preset::Family, kBase, std::move(hands), std::move(top));
}
Staged official(std::vector<std::vector<Card>> hands, std::vector<Card> top = {},
                Expansions expansions = kBase) {
  return staged(Preset::Official, expansions, std::move(hands), std::move(top));
}

// ---- A UC1, B UC1: to start -------------------------------------------------------------------

TEST(UseCasesOfA, UC1_SET_1_SET_2_SET_3_EachBadAnswerIsAnErrorAndTheSameQuestion) {
  PlayOptions options;
  options.preset = Preset::Srs;
  options.seed = 1;
  start_on_both(options, {"4", "abc", "1", "5", "x", "1", "1", "5", "two", "-2", "3"},
                [](const Shown& shown) {
                  EXPECT_TRUE(shown.says("Choose a language:"));
                  EXPECT_TRUE(shown.says("Please enter a number from 1 to 3."));
                  EXPECT_TRUE(shown.says("Which game?"));
                  EXPECT_TRUE(shown.says("5 is out of range. Please enter a number from 1 to 3."));
                  EXPECT_TRUE(shown.says("How many players? (2-4)"));
                  EXPECT_TRUE(shown.says("1 is out of range. Please enter a number from 2 to 4."));
                  EXPECT_TRUE(shown.says("5 is out of range. Please enter a number from 2 to 4."));
                  EXPECT_TRUE(shown.says("-2 is out of range."));
                  EXPECT_TRUE(shown.says("Please enter a number from 2 to 4."));
                });
}

TEST(UseCasesOfB, UC1_SET_3_TwoToFivePlayers) {
  PlayOptions options;
  options.preset = Preset::Family;
  options.seed = 1;
  start_on_both(options, {"1", "1", "6", "1", "5"}, [](const Shown& shown) {
    EXPECT_TRUE(shown.says("How many players? (2-5)"));
    EXPECT_TRUE(shown.says("6 is out of range. Please enter a number from 2 to 5."));
    EXPECT_TRUE(shown.says("1 is out of range. Please enter a number from 2 to 5."));
    EXPECT_TRUE(shown.says("Player 5"));
  });
}

TEST(UseCasesOfA, UC1_8_SET_7_TheFirstPlayerSeesHandAndTurns) {
  const Outcome end = walk({.table = srs({{Card::Skip}, {}, {}}),
                            .typed = {"0", "", "hand"},
                            .said = {"Player 0", "Your hand, 6 cards:"}});
  EXPECT_EQ(end.turn, 0);
  EXPECT_EQ(end.owed, 1);
}

// ---- A UC2, S 3, B UC4: Shuffle ---------------------------------------------------------------

TEST(UseCasesOfA, UC2_SHUF_2_DeclinedThenShuffledAsOftenAsWanted) {
  walk({.table = srs({{Card::Shuffle}, {}, {Card::Nope}}),
        .typed = {"0", "", "shuffle", "2", "", "0", "-3", "101", "ten", "", "3", "draw"},
        .said = {"Player 2 has a Nope Card.", "Would you like to play it?",
                 "Player 2 did not play a Nope Card.", "How many times to shuffle? (1-100)",
                 "0 is out of range.", "-3 is out of range.", "100 is plenty.",
                 "Deck shuffled 3 times!"}});
}

TEST(UseCasesOfA, UC2_A_NOPE_10_AnOddNumberOfNopesCancelsIt) {
  const Outcome end = walk(
      {.table = srs({{Card::Shuffle}, {Card::Nope}}),
       .typed = {"0", "", "shuffle", "1", "", "hand"},
       .said = {"Player 1 decided to play a Nope Card.",
                "Player 1 successfully played a Nope Card.", "Effect cancelled by NOPE chain!"},
       .unsaid = {"How many times to shuffle?", "Deck shuffled"}});
  EXPECT_EQ(end.turn, 0);
}

TEST(UseCasesOfA, UC2_B_NOPE_10_AnEvenNumberLetsItHappen) {
  walk({.table = srs({{Card::Shuffle, Card::Nope}, {Card::Nope}}),
        .typed = {"0", "", "shuffle", "1", "1", "", "2"},
        .said = {"Effect goes through after 2 NOPEs!", "Deck shuffled 2 times!"},
        .unsaid = {"Effect cancelled"}});
}

TEST(UseCasesOfS, Shuffle_UC1_TheNextPlayerShufflesAwayWhatWasSeen) {
  walk({.table = srs({{Card::See}, {Card::Shuffle}}, {Card::Favor, Card::Skip}),
        .typed = {"0", "", "see the future", "draw", "", "", "shuffle", "3"},
        .said = {"Card 1 (top): Favor", "Card 2: Skip", "Deck shuffled 3 times!"}});
}

TEST(UseCasesOfS, Shuffle_UC2_TheTurnGoesOnAndEndsWithADraw) {
  const Outcome end = walk({.table = srs({{Card::Shuffle}, {}}),
                            .typed = {"0", "", "shuffle", "1", "draw", "", ""},
                            .said = {"Deck shuffled 1 time!"}});
  EXPECT_EQ(end.turn, 1);
}

TEST(UseCasesOfS, Shuffle_UC3_SHUF_2_AHundredAreTheMost) {
  walk({.table = srs({{Card::Shuffle}, {}}),
        .typed = {"0", "", "shuffle", "150", "5"},
        .said = {"100 is plenty.", "Deck shuffled 5 times!"}});
}

TEST(UseCasesOfB, UC4_1_SHUF_4_NobodyNopesAndAllAreTold) {
  walk({.table = family({{Card::Shuffle}, {}, {}}),
        .typed = {"0", "", "shuffle", "2", "2", "", "draw"},
        .said = {"Player 2, play a Nope?", "Player 3, play a Nope?", "The pile is shuffled."}});
}

TEST(UseCasesOfB, UC4_2_SHUF_4_NopedAndNotShuffled) {
  const Outcome end = walk({.table = family({{Card::Shuffle}, {Card::Nope}}),
                            .typed = {"0", "", "shuffle", "1", "2", ""},
                            .said = {"The pile was not shuffled."},
                            .unsaid = {"The pile is shuffled."}});
  EXPECT_EQ(end.turn, 0);
}

// ---- A UC3: See the Future --------------------------------------------------------------------

TEST(UseCasesOfA, UC3_STF_1_TheTopTwoWithTheirPlaces) {
  walk({.table = srs({{Card::See}, {}}, {Card::Skip, Card::Favor, Card::Attack}),
        .typed = {"0", "", "see the future", "draw"},
        .said = {"Top 2 cards of the deck:", "Card 1 (top): Skip", "Card 2: Favor"},
        .unsaid = {"Card 3:"}});
}

TEST(UseCasesOfA, UC3_A_NopedShowsNothing) {
  walk({.table = srs({{Card::See}, {Card::Nope}}, {Card::Skip, Card::Favor}),
        .typed = {"0", "", "see the future", "1", ""},
        .said = {"Effect cancelled by NOPE chain!"},
        .unsaid = {"Top 2 cards", "Card 1 (top)"}});
}

TEST(UseCasesOfA, UC3_B_NopedTwiceShowsThem) {
  walk({.table = srs({{Card::See, Card::Nope}, {Card::Nope}}, {Card::Skip, Card::Favor}),
        .typed = {"0", "", "see the future", "1", "1", ""},
        .said = {"Effect goes through after 2 NOPEs!", "Card 1 (top): Skip"}});
}

// A box that leaves a single card for the pile.
Staged one_card_pile() {
  Staged wanted = srs({{Card::See}, {}});
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (!in(kKittens, card)) wanted.rules.copies[card] = 0;
  }
  wanted.rules.copies[Card::Defuse] = 2;
  wanted.rules.copies[Card::See] = 1;
  wanted.rules.copies[Card::Tacocat] = 4;
  wanted.rules.copies[Card::Cattermelon] = 4;
  wanted.rules.copies[Card::Potato] = 1;
  return wanted;
}

TEST(UseCasesOfA, UC3_C_STF_1_FewerCardsThanAreShown) {
  walk({.table = one_card_pile(),
        .typed = {"0", "", "see the future"},
        .said = {"Top 1 card of the deck:", "Card 1 (top): Exploding Kitten"},
        .unsaid = {"Card 2:"}});
}

// ---- A UC4, S 2, B UC5: Nope ------------------------------------------------------------------

TEST(UseCasesOfA, UC4_NOPE_7_NothingButOneOrTwo) {
  walk({.table = srs({{Card::Shuffle}, {Card::Nope}}),
        .typed = {"0", "", "shuffle", "3", "yes", "", "2", "", "1"},
        .said = {"Invalid choice. Please enter 1 or 2.", "Player 1 did not play a Nope Card."}});
}

TEST(UseCasesOfS, Nope_UC1_NOPE_6_ANopedAttackLeavesTheTurnGoingOn) {
  const Outcome end = walk({.table = official({{Card::Attack}, {Card::Nope}, {}}),
                            .typed = {"0", "", "attack", "2", "", "1", "0", "", "hand"},
                            .said = {"Player 2 Nopes Attack!", "Noped!"}});
  EXPECT_EQ(end.turn, 0);
  EXPECT_EQ(end.owed, 1);
}

TEST(UseCasesOfS, Nope_UC2_NOPE_3_AWarOfThreeNopesBlocks) {
  const Outcome end = walk(
      {.table = srs({{Card::Shuffle}, {Card::Nope}, {Card::Nope}, {Card::Nope}}),
       .typed = {"0", "", "shuffle", "1", "1", "1", ""},
       .said = {"Player 3 successfully played a Nope Card.", "Effect cancelled by NOPE chain!"},
       .unsaid = {"Deck shuffled"}});
  EXPECT_EQ(end.turn, 0);
}

TEST(UseCasesOfS, Nope_UC3_DecliningKeepsTheCardAndTheAttackHolds) {
  const Outcome end = walk({.table = srs({{Card::Attack}, {}, {Card::Nope}}),
                            .typed = {"0", "", "attack", "2", ""},
                            .said = {"Player 2 did not play a Nope Card."}});
  EXPECT_EQ(end.turn, 1);
  EXPECT_EQ(end.owed, 2);
}

TEST(UseCasesOfB, UC5_2a_3_EvenAndOddChains) {
  const std::vector<std::vector<Card>> hands = {{Card::Shuffle, Card::Nope}, {Card::Nope}, {}};
  walk({.table = family(hands),
        .typed = {"0", "", "shuffle", "1", "2", "1", "2", "2", ""},
        .said = {"Player 2 has Noped it: as it stands, it doesn't happen.",
                 "Player 1 has Noped the Nope: as it stands, it happens.",
                 "The pile is shuffled."}});
  walk({.table = family(hands),
        .typed = {"0", "", "shuffle", "1", "2", "2", ""},
        .said = {"The pile was not shuffled."}});
}

TEST(UseCasesOfB, UC5_2b_NOPE_5_YesWithoutANopeIsAPass) {
  walk({.table = family({{Card::Skip}, {}, {}}),
        .typed = {"0", "", "skip", "1", "2"},
        .said = {"You have no Nope card.", "Player 3, play a Nope?"}});
}

// ---- A UC5, S 1, B UC2, B UC3: the kitten -----------------------------------------------------

TEST(UseCasesOfA, UC5_EK_2_EK_3_DefusedAndPutBackWhereThePlayerSays) {
  const Outcome end =
      walk({.table = srs({{}, {}}, {Card::Exploding}),
            .typed = {"0", "", "draw", "-1", "999", "x", "", "0", "", ""},
            .said = {"You drew an EXPLODING KITTEN!",
                     "You have an EXPLODING KITTEN in your hand. Defuse it to live!",
                     "-1 is out of range.", "999 is out of range."}});
  EXPECT_EQ(end.turn, 1);
}

// Each one puts it on top for the next, until somebody has no Defuse left.
Lines round_of(int players) {
  Lines lines = {"0", ""};
  for (int turn = 0; turn < players; ++turn) {
    for (const char* line : {"draw", "0", "", ""}) lines.emplace_back(line);
  }
  lines.emplace_back("draw");
  return lines;
}

TEST(UseCasesOfA, UC5_A_EK_1_SET_9_NoDefuseAndTheLastOneLeftWins) {
  const Outcome end = walk({.table = srs({{}, {}}, {Card::Exploding}),
                            .typed = round_of(2),
                            .said = {"You have no Defuse card!", "You exploded!"}});
  EXPECT_EQ(end.alive, seat_bit(1));
}

TEST(UseCasesOfA, UC5_A_EK_1_TheGameGoesOnWithTheNext) {
  Lines lines = round_of(3);
  lines.insert(lines.end(), {"", "", "hand"});
  const Outcome end = walk({.table = srs({{}, {}, {}}, {Card::Exploding}), .typed = lines});
  EXPECT_EQ(end.alive, seat_bit(1) | seat_bit(2));
  EXPECT_EQ(end.turn, 1);
}

TEST(UseCasesOfS, Kitten_UC1_EK_2_EK_3_ADefuseSavesAndTheKittenGoesBack) {
  const Outcome end = walk({.table = srs({{}, {}, {}}, {Card::Exploding}),
                            .typed = {"0", "", "draw", "4", "", ""},
                            .said = {"You drew an EXPLODING KITTEN!"},
                            .unsaid = {"You exploded!"}});
  EXPECT_EQ(end.alive, seat_bit(0) | seat_bit(1) | seat_bit(2));
  EXPECT_EQ(end.turn, 1);
}

TEST(UseCasesOfS, Kitten_UC2_EK_1_WithoutADefuseThePlayerIsOutAndTheOthersPlayOn) {
  Lines lines = round_of(3);
  lines.insert(lines.end(), {"", "", "hand"});
  const Outcome end = walk({.table = srs({{}, {}, {}}, {Card::Exploding}),
                            .typed = lines,
                            .said = {"You have no Defuse card!", "You exploded!"}});
  EXPECT_EQ(end.alive, seat_bit(1) | seat_bit(2));
}

TEST(UseCasesOfB, UC2_1b_EK_1_WithSeveralLeftTheNextOneGoesOn) {
  Lines lines = round_of(3);
  lines.insert(lines.end(), {"", "", "hand"});
  const Outcome end = walk({.table = family({{}, {}, {}}, {Card::Exploding}),
                            .typed = lines,
                            .said = {"You have no Defuse card!"},
                            .unsaid = {"The game is over."}});
  EXPECT_EQ(end.alive, seat_bit(1) | seat_bit(2));
  EXPECT_EQ(end.turn, 1);
}

TEST(UseCasesOfB, UC2_UC3_EK_2_TheDefuseIsUsedWithoutAQuestion) {
  const Outcome end =
      walk({.table = family({{}, {}}, {Card::Exploding}),
            .typed = {"0", "", "draw", "1000", "top", "2", "", ""},
            .said = {"You drew an Exploding Kitten!", "You use a Defuse card and live.",
                     "Where does the kitten go?", "1000 is out of range."}});
  EXPECT_EQ(end.turn, 1);
}

TEST(UseCasesOfB, UC2_1a_SET_9_TheEndIsTold) {
  const Outcome end = walk({.table = family({{}, {}}, {Card::Exploding}),
                            .typed = round_of(2),
                            .said = {"You have no Defuse card!"}});
  EXPECT_EQ(end.alive, seat_bit(1));
}

TEST(UseCasesOfS, Kitten_UC3_EK_11_TheCursedTurnUpTheirCardsOneByOne) {
  Lines lines = {"0", "", "curse", "0", "", "draw", "", "", "draw"};
  for (int guess = 0; guess < 8; ++guess) lines.emplace_back("1");
  walk({.table = official({{Card::Curse}, {}}, {Card::Skip, Card::Exploding}, kStreaking),
        .typed = lines,
        .said = {"You're cursed. Turn up a card and hope for a Defuse!", "You turn up"}});
}

TEST(UseCasesOfS, Kitten_UC4_EK_8_KeptOrDefused) {
  const Staged wanted = srs({{Card::Streaking}, {}}, {Card::Exploding}, kStreaking);
  const Outcome kept = walk({.table = wanted,
                             .typed = {"0", "", "draw", "3", "1", "hand"},
                             .said = {"What will you do?", "3 is out of range."}});
  EXPECT_EQ(kept.turn, 0) << "the turn goes on";
  const Outcome defused = walk({.table = wanted, .typed = {"0", "", "draw", "2", "0", "", ""}});
  EXPECT_EQ(defused.turn, 1);
}

// ---- S 4: Attack ------------------------------------------------------------------------------

TEST(UseCasesOfS, Attack_UC1_ATK_1_TwoTurnsWithADrawEach) {
  const Outcome end = walk({.table = official({{Card::Attack}, {}, {}}),
                            .typed = {"0", "", "attack", "0", "", "draw"},
                            .said = {"two draws."}});
  EXPECT_EQ(end.turn, 1);
  EXPECT_EQ(end.owed, 1);
}

TEST(UseCasesOfS, Attack_UC2_ATK_3_PassedOnBeforeTheFirstTurn) {
  const Outcome end = walk({.table = srs({{Card::Attack}, {Card::Attack}, {}}),
                            .typed = {"0", "", "attack", "", "7", "attack", ""},
                            .said = {"You're attacked! Pass it on?"}});
  EXPECT_EQ(end.turn, 2);
  EXPECT_EQ(end.owed, 4);
}

TEST(UseCasesOfS, Attack_UC3_ATK_4_AtAPlayerOfOnesChoice) {
  const Outcome end =
      walk({.table = official({{Card::Targeted}, {}, {}}, {}, kImploding),
            .typed = {"0", "", "targeted attack", "1", "9", "-1", "bob", "3", "0", ""},
            .said = {"Who is it for?", "You can't choose yourself.", "9 is out of range."}});
  EXPECT_EQ(end.turn, 2);
  EXPECT_EQ(end.owed, 2);
}

TEST(UseCasesOfS, Attack_UC4_ATK_3_ANopedLinkOfTheChainDoesNotCount) {
  const Outcome end =
      walk({.table = srs({{Card::Attack}, {Card::Attack}, {}, {Card::Nope}}),
            .typed = {"0", "", "attack", "2", "", "attack", "1", ""},
            .said = {"Player 3 did not play a Nope Card.", "Effect cancelled by NOPE chain!"}});
  EXPECT_EQ(end.turn, 1);
  EXPECT_EQ(end.owed, 2);
}

TEST(UseCasesOfS, Attack_UC5_ATK_5_TwoSkipsTakeItAway) {
  const Outcome end =
      walk({.table = official({{Card::Attack}, {Card::Skip, Card::Skip}, {}}),
            .typed = {"0", "", "attack", "0", "", "skip", "0", "", "skip", "0", ""}});
  EXPECT_EQ(end.turn, 2);
  EXPECT_EQ(end.owed, 1);
}

// ---- what comes back --------------------------------------------------------------------------

// A session with kept games, on the full screen.
Shown home_on_screen(const PlayOptions& options, const std::vector<std::string>& lines) {
  TypedTerminal terminal(lines, {80, 24});
  std::ostringstream said;
  ScreenDialogue dialogue(terminal, said);
  Console console(dialogue, said, false);
  Surface surface{.play = {}, .replay = {}, .learn = {}};
  surface.play = [&](Table& table, RecordFile& record, Language language, bool resumed) {
    dialogue.take_lines();
    ScreenStage stage(terminal);
    const Words& w = words(language);
    ScreenSettings settings{.language = language, .bot_pause = Time{0}, .animated = false};
    settings.farewell = quit_question(record, w);
    settings.keep = [&](const Table& now) { record.save(now.record()); };
    ScreenGame(stage, table, settings, resumed).play();
    if (!stage.goes_on()) throw Stopped{Stopped::Why::Quit};
    console.say(game_statistics_lines(table.events(kWatcher), table.names(), w));
  };
  surface.replay = [&](const SavedGame&, Language) { console.say("REPLAY"); };
  surface.learn = [&](Language) { console.say("LESSON"); };
  play_session(options, console, surface);
  Shown shown{.pages = terminal.pages, .all = ""};
  for (const std::string& page : shown.pages) shown.all += in_one_line(page) + ' ';
  return shown;
}

// Leaves a game, continues it, looks at games that are over and at the statistics.
template <class Run>
void come_back(Run run) {
  const GamesFolder folder;
  folder.keep("20261114-2030", 1);
  const Shown left = run(ann_and_a_bot(folder), {"", "quit", "hm", "1"});
  EXPECT_TRUE(left.says("Really leave the game?"));
  EXPECT_TRUE(left.says("The game is kept. To go on: start ninelives again and choose c"));
  EXPECT_TRUE(left.says("Invalid choice. Please enter 1 or 2."));
  ASSERT_TRUE(SavedGames(folder.path).to_continue());
  EXPECT_TRUE(run(at_home(folder), {"s", ""}).says("Games at this terminal, by name:"));
  EXPECT_TRUE(run(at_home(folder), {"g", "1"}).says("Which game do you want to see again?"));
  const Shown back = run(at_home(folder), {"c", "quit", "1"});
  EXPECT_TRUE(back.says("c. Continue the game of "));
  EXPECT_TRUE(back.says("Really leave the game?"));
  EXPECT_EQ(folder.files(), 2U);  // the same game went on
}

TEST(ComesBack, TERM_8_InPlainMode) {
  come_back([](const PlayOptions& options, const std::vector<std::string>& lines) {
    const std::string out = run_session(options, lines).out;
    return Shown{.pages = {out}, .all = in_one_line(out)};
  });
}

TEST(ComesBack, TERM_8_OnTheScreen) { come_back(home_on_screen); }

TEST(ComesBack, TERM_8_AfterAGameThereAreThreeReasonsForTheNext) {
  const GamesFolder folder;
  const PlayOptions options = bots_alone(folder);
  const Lines lines = {"w", "s", "", "1", "2"};
  const std::string out = run_session(options, lines).out;
  for (const Shown& shown :
       {Shown{.pages = {out}, .all = in_one_line(out)}, home_on_screen(options, lines)}) {
    EXPECT_TRUE(shown.says("Score of the evening after 1 game: "));
    EXPECT_TRUE(shown.says("Score of the evening after 2 games: "));
    EXPECT_TRUE(shown.says("o. Other settings, or other players"));
    EXPECT_TRUE(shown.says("w. See this game again"));
    EXPECT_TRUE(shown.says("s. Statistics"));
  }
}

TEST(ComesBack, SET_9_TheResultStaysOnTheScreenWhateverIsPressed) {
  const GamesFolder folder;
  const Shown shown =
      home_on_screen(bots_alone(folder), {"help", "<esc>", "x", "t", "", "s", "", "r", "", "w"});
  int results = 0;
  for (const std::string& page : shown.pages) {
    if (!has(page, "Play again?")) continue;
    ++results;
    EXPECT_TRUE(has(page, "Score of the evening after 1 game: ")) << page;
    EXPECT_TRUE(has(page, "Turning point: ")) << page;
  }
  EXPECT_GT(results, 7);
  EXPECT_TRUE(shown.says(words(Language::English).ui("after_game_help")));
  EXPECT_TRUE(shown.says("Please choose 1, 2 or a letter: o, w, r, t, s."));
}

// `srs` from the command line keeps the flow of its source; chosen on the settings page it doesn't
// cost the reasons to come back.
TEST(ComesBack, TERM_8_SrsFromTheStartPageHasThemToo) {
  const GamesFolder folder;
  PlayOptions options = at_home(folder);
  options.bots = {"careful", "careful"};
  // One box, two players, then the preset is changed until it is srs, and the game begins.
  std::string out;
  for (int changes = 1; changes <= 4 && !has(out, "Player 0"); ++changes) {
    std::vector<std::string> lines = {"1", "2"};
    lines.insert(lines.end(), static_cast<std::size_t>(changes), "2");
    lines.insert(lines.end(), {"", "", "", "2"});
    out = run_session(options, lines).out;
  }
  EXPECT_TRUE(has(out, "Score of the evening after 1 game: ")) << out;
  EXPECT_TRUE(has(out, "r. Review this game"));
  options.preset = Preset::Srs;
  const std::string strict = run_session(options, {"1", "2", "2"}).out;
  EXPECT_FALSE(has(strict, "r. Review this game"));
  EXPECT_FALSE(has(strict, "Score of the evening"));
}

// ---- odds and hints ---------------------------------------------------------------------------

TEST(UseCases, HINT_1_TERM_7_TheOddsAreTheSameOnBoth) {
  walk({.table = official({{Card::Skip}, {}, {}}),
        .typed = {"0", "", "odds", "hint"},
        .said = {"Chance of a kitten on the next draw: 2 in ", " %"}});
}

TEST(UseCases, COMBO_2_APairIsCalledAPair) {
  walk({.table = official({{}, {}, {}}),
        .typed = {"0", "", "pair tacocat", "3", "0", ""},
        .said = {"Player 1 plays a pair of Tacocats: to steal a card from Player 3.",
                 "Nobody Nopes a pair of Tacocats."}});
}

}  // namespace
}  // namespace nl
