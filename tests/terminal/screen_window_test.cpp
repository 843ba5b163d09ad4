// Tests of Nope windows at one keyboard, answers by name, and pages that are small or interrupted.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "terminal/big_text.h"
#include "terminal/both.h"
#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

const Words& english_words() { return words(Language::English); }

Staged skip_of_three() { return staged(Preset::Official, kBase, {{Card::Skip}, {Card::Nope}, {}}); }

// Everything is typed before the first page comes, as by a hasty player.
class TypeAhead : public TypedTerminal {
 public:
  using TypedTerminal::TypedTerminal;
  void forget_keys() override { keys_.clear(); }
};

// Lines as people type them, one after another.
class KeyboardInput : public StreamInput {
 public:
  using StreamInput::StreamInput;
  bool from_keyboard() const override { return true; }
  void forget_ahead() override { ++forgotten; }
  int forgotten = 0;
};

TEST(NopeWindow, TERM_12_EnterDoesNotCloseIt) {
  Table table = make_table(skip_of_three());
  const Shown shown = on_screen(table, {"0", "", "skip", "", "", ""});
  EXPECT_EQ(table.phase(), Phase::Window);
  EXPECT_TRUE(shown.says(english_words().ui("nope_zero")));
}

TEST(NopeWindow, TERM_12_OneKeyClosesItAndOneKeyClaims) {
  Table closed = make_table(skip_of_three());
  on_screen(closed, {"0", "", "skip", "0"});
  EXPECT_EQ(closed.phase(), Phase::Turn);
  EXPECT_EQ(closed.view(kWatcher).turn, 1);
  Table claimed = make_table(skip_of_three());
  const Shown shown = on_screen(claimed, {"0", "", "skip", "2"});
  EXPECT_TRUE(shown.says("Player 2 is thinking about a Nope."));
  EXPECT_FALSE(shown.says("Play the Nope"));  // the Enter after the digit opens no hand
}

TEST(NopeWindow, TERM_12_NoTypeAheadReachesIt) {
  Table table = make_table(skip_of_three());
  TypeAhead terminal({"0"}, {80, 24});
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{0}, .animated = false};
  ScreenGame(stage, table, settings, false).play();
  EXPECT_FALSE(has(terminal.pages.back(), "these are your cards"));
  Table plain = make_table(skip_of_three());
  std::istringstream in(typed({"0", "", "skip", "", "hm"}));
  std::ostringstream out;
  KeyboardInput input(in);
  Console console(input, out, true);
  RecordFile record("");
  EXPECT_THROW(PlainHotSeat(plain, console, record, Language::English).play(), Stopped);
  EXPECT_EQ(plain.phase(), Phase::Window) << "Enter is no answer at a keyboard";
  EXPECT_GE(input.forgotten, 3);  // the first look, the hand-over and the window
}

TEST(NopeWindow, TERM_12_AtAKeyboardZeroClosesItInLines) {
  Table table = make_table(skip_of_three());
  std::istringstream in(typed({"0", "", "skip", "0"}));
  std::ostringstream out;
  KeyboardInput input(in);
  Console console(input, out, true);
  RecordFile record("");
  EXPECT_THROW(PlainHotSeat(table, console, record, Language::English).play(), Stopped);
  EXPECT_EQ(table.view(kWatcher).turn, 1);
}

TEST(NopeWindow, TERM_6_TheOwnNumberIsNoError) {
  on_both(skip_of_three(), {"0", "", "skip", "1"}, [](const Shown& shown, const Table& table) {
    EXPECT_TRUE(shown.says(english_words().ui("nope_is_you")));
    EXPECT_EQ(table.phase(), Phase::Window);
  });
}

TEST(NopeWindow, TERM_12_ItsFooterSaysThatTheNumberNeedsNoEnter) {
  Table table = make_table(skip_of_three());
  const Shown shown = on_screen(table, {"0", "", "skip"});
  EXPECT_TRUE(has(shown.pages.back(), "Your number, without Enter")) << shown.pages.back();
}

TEST(NopeWindow, TERM_7_ThereIsNothingToTakeBack) {
  Table table = make_table(skip_of_three());
  const Shown shown = on_screen(table, {"0", "", "skip", "뒤로"}, Language::English);
  EXPECT_FALSE(shown.says("Enter: back"));
  EXPECT_TRUE(shown.says("There is nothing to take back here."));
}

// ---- leaving ------------------------------------------------------------------------------------

TEST(Leaving, TERM_7_YesAndNoAreReadInEveryLanguage) {
  for (const char* no : {"2", "n", "no", "아니요", "ㅜ", "nein", "NEIN", "<esc>"}) {
    SCOPED_TRACE(no);
    Table table = make_table(skip_of_three());
    const Shown shown = on_screen(table, {"0", "", "quit", no, "skip"});
    EXPECT_EQ(table.phase(), Phase::Window);
  }
  for (const char* yes : {"1", "y", "Yes", "예", "네", "ㅛ", "ja"}) {
    SCOPED_TRACE(yes);
    Table table = make_table(skip_of_three());
    const Shown shown = on_screen(table, {"0", "", "quit", yes, "skip"});
    EXPECT_EQ(table.phase(), Phase::Turn);
  }
}

// A digit alone answers the window, but not the question over it.
TEST(Leaving, TERM_12_FromAWindowADigitWaitsForEnter) {
  class NoEnter : public TypedTerminal {
   public:
    NoEnter() : TypedTerminal({"0", "", "skip", "quit"}, {80, 24}) {
      keys_.push_back({KeyKind::Character, "1"});
    }
  };
  Table table = make_table(skip_of_three());
  NoEnter terminal;
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{0}, .animated = false};
  ScreenGame(stage, table, settings, false).play();
  EXPECT_EQ(stage.stopped(), Stop::Closed) << "not left";
  EXPECT_TRUE(has(terminal.pages.back(), "Really leave the game?")) << terminal.pages.back();
  EXPECT_TRUE(has(terminal.pages.back(), " 1 or 2, yes or no, Enter: choose   Esc: stay"));
}

// ---- the places of an empty pile ----------------------------------------------------------------

TEST(Answers, EK_3_NobodyIsAskedWhereOnlyOnePlaceExists) {
  Staged wanted = staged(Preset::Official, kBase, {{}, {}});
  for (int kind = 0; kind < kCardKinds; ++kind) wanted.rules.copies[card_at(kind)] = 0;
  wanted.rules.copies[Card::Exploding] = 1;
  wanted.rules.copies[Card::Defuse] = 2;
  wanted.rules.copies[Card::Tacocat] = 14;
  on_both(wanted, {"0", "", "draw"}, [](const Shown& shown, const Table& table) {
    EXPECT_FALSE(shown.says("Where does the kitten go?"));
    EXPECT_EQ(told_to(table, kWatcher, EventKind::PutBack).size(), 1U);
    EXPECT_EQ(table.view(kWatcher).turn, 1);
  });
}

// ---- answers ------------------------------------------------------------------------------------

TEST(Answers, TERM_7_PlayersAreChosenByName) {
  Staged wanted = staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}, {Card::Skip}});
  for (const std::string name : {"player 3", "Player 3", "PLAYER 3"}) {
    on_both(wanted, {"0", "", "favor", name}, [&](const Shown&, const Table& table) {
      EXPECT_EQ(table.view(kWatcher).play.target, 2) << name;
    });
  }
  // The beginning of several names is none of them, and one cannot choose oneself by name either.
  on_both(wanted, {"0", "", "favor", "player", "player 1"},
          [](const Shown& shown, const Table& table) {
            EXPECT_TRUE(shown.says("You can't choose yourself."));
            EXPECT_EQ(table.phase(), Phase::Turn);
          });
}

TEST(Answers, COMBO_2_ACardThatDoesNothingAloneOffersItsPair) {
  const Staged wanted = staged(Preset::Official, kBase, {{}, {}, {}});
  on_both(wanted, {"0", "", "tacocat"}, [](const Shown& shown, const Table&) {
    EXPECT_TRUE(shown.says("One Tacocat does nothing alone."));
    EXPECT_TRUE(shown.says("plays a pair of Tacocats."));
  });
}

TEST(Answers, TERM_7_ANewOrderIsToldOnce) {
  const Staged wanted = staged(Preset::Official, kImploding, {{Card::Alter}, {}},
                               {Card::Skip, Card::Favor, Card::Attack});
  Table table = make_table(wanted);
  const Shown shown = in_plain(table, {"0", "", "alter", "", "", "3", "2", "1"});
  EXPECT_TRUE(shown.says("in their new order:"));
  EXPECT_FALSE(shown.says("so far:"));
}

TEST(Answers, TERM_7_FootersNameTheAnswersThatTheQuestionTakes) {
  const Staged wanted =
      staged(Preset::Official, kBase, {{Card::Favor}, {Card::Skip}, {}}, {Card::Exploding});
  Table table = make_table(wanted);
  const Shown shown = on_screen(table, {"0", "", "favor", "back", "draw"});
  EXPECT_TRUE(shown.says("Number or name, Enter: choose Esc: one step back"));
  EXPECT_TRUE(has(shown.pages.back(), "Where does the kitten go?"));
  EXPECT_TRUE(has(shown.pages.back(), " Number, Enter: choose ")) << shown.pages.back();
}

TEST(Answers, TERM_7_WhatWasReadAndHiddenIsNotSaidAgain) {
  Table table = make_table(
      staged(Preset::Official, kBase, {{}, {}}, {Card::Favor, Card::Skip, Card::Attack}));
  const Shown shown = on_screen(table, {"0", "", "draw", "", "", "draw", "", ""});
  EXPECT_EQ(table.view(kWatcher).turn, 0);
  EXPECT_TRUE(has(shown.pages.back(), "Play a card, or draw to end your turn."));
  EXPECT_FALSE(has(shown.pages.back(), "\n You draw Favor.")) << shown.pages.back();
}

// ---- room ---------------------------------------------------------------------------------------

Staged many_kinds() {
  Staged wanted = staged(Preset::Official, static_cast<Expansions>(kImploding | kStreaking),
                         {{Card::Alter, Card::Reverse, Card::Targeted, Card::Swap, Card::Garbage,
                           Card::Curse, Card::Mark, Card::Bottom, Card::See5, Card::Alter5},
                          {},
                          {},
                          {},
                          {}});
  wanted.rules.hand = 10;
  return wanted;
}

TEST(Room, TERM_7_DrawingIsInSightAndNoNameIsCut) {
  for (const ScreenSize size : {ScreenSize{60, 20}, ScreenSize{80, 24}}) {
    Table table = make_table(many_kinds());
    const Shown shown = on_screen(table, {"0", ""}, Language::English, size);
    EXPECT_TRUE(has(shown.pages.back(), "0 Draw a card")) << shown.pages.back();
    for (const Card card : {Card::Alter5, Card::Targeted, Card::Garbage}) {
      EXPECT_TRUE(has(shown.pages.back(), english_words().card(card))) << shown.pages.back();
    }
  }
}

TEST(Room, TERM_7_NoNameIsCutOnACardWithAPicture) {
  const std::vector<Card> eight = {Card::Skip,   Card::Nope,    Card::Shuffle, Card::Tacocat,
                                   Card::Potato, Card::Garbage, Card::Rainbow};
  Table table = make_table(staged(Preset::Official, kStreaking, {eight, {}, {}}));
  const Shown shown = on_screen(table, {"0", ""}, Language::English, {80, 24});
  for (const char* part : {"Defuse", "Hairy", "Potato", "Cat", "Rainbow-", "Ralphing", "Colle-"}) {
    EXPECT_TRUE(has(shown.pages.back(), part)) << part << '\n' << shown.pages.back();
  }
  EXPECT_EQ(count_of(shown.pages.back(), "  Cat   "), 2) << shown.pages.back();
}

TEST(Room, TERM_7_GermanNamesBreakOnlyBetweenTheirParts) {
  const Words& w = words(find_language("de").value());
  const std::set<std::string> ends = {
      "Knall",  "Implo",    "Flitze",     "Entschär", "Geziel",     "Aus",   "Super",  "aus",
      "Kehrt",  "Zukunfts", "Oben",       "unten",    "Müll",       "Katom", "Markie", "Katzen",
      "Wild",   "Taco",     "Melonen",    "Kartof",   "Bart",       "Regen", "bogen",  "Kartoffel",
      "Selbst", "Ver",      "Regenbogen", "Superaus", "Oben-unten", "Ent",   "schär"};
  const std::regex broken("([^ │]*[a-zäöü])- *│");
  for (int kind = 0; kind < kCardKinds; ++kind) {
    for (int width = 10; width <= 14; ++width) {
      const auto card = card_element(w, {.card = card_at(kind)}, width, false);
      for (const std::string& row : drawn(card, {width, 9})) {
        std::smatch found;
        const std::string line = without_colours(row);
        if (!std::regex_search(line, found, broken)) continue;
        EXPECT_TRUE(ends.contains(found[1])) << found[1];
      }
    }
  }
}

TEST(Dialogue, REV_1_WhatIsSaidBeforeAReviewIsShownAtOnce) {
  TypedTerminal terminal({}, {80, 24});
  std::ostringstream said;
  ScreenDialogue dialogue(terminal, said);
  Console(dialogue, said, false).say_meanwhile("Looking at the game again ...");
  ASSERT_EQ(terminal.pages.size(), 1U);
  EXPECT_TRUE(has(terminal.pages[0], "Looking at the game again ..."));
}

TEST(BigText, TERM_15_EveryLetterLooksLikeItself) {
  std::vector<Lines> drawings;
  for (const char c : std::string("0123456789abcdefghijklmnopqrstuvwxyz")) {
    drawings.push_back(big_text(std::string(1, c)));
  }
  std::sort(drawings.begin(), drawings.end());
  // 0 and o differ in their corners.
  EXPECT_EQ(std::adjacent_find(drawings.begin(), drawings.end()), drawings.end());
  EXPECT_EQ(big_text("m"), (Lines{"█▄ ▄█  ", "█ ▀ █  ", "▀   ▀  "}));
  EXPECT_EQ(big_text("n"), (Lines{"█▄ █  ", "█ ▀█  ", "▀  ▀  "}));
}

TEST(Cells, TERM_2_AFooterLosesWholeWords) {
  EXPECT_EQ(whole_words(" n: Nope   p: pass   q: leave", 20), " n: Nope   p: pass  ");
  EXPECT_EQ(whole_words(" 도움말 손패 카드", 10), " 도움말   ");
}

TEST(OnTheScreen, TERM_2_LettersLoseTheirAccentsWhereTheLocaleIsAscii) {
  use_ascii(true);
  const std::string row = drawn(ftxui::text("„Knallkätzchen“ ×2 ─ 안"), {24, 1}).front();
  use_ascii(false);
  EXPECT_EQ(without_colours(row), "\"Knallkatzchen\" x2 - ?? ");
}

TEST(Dialogue, TERM_7_FootersNameOnlyKeysThatWork) {
  const Words& w = english_words();
  EXPECT_EQ(dialogue_keys(dialogue_page("p. Play\nf. Friends\n"), w),
            w.ui("dialogue_keys_letters"));
  EXPECT_EQ(dialogue_keys(dialogue_page("1. Yes\n2. No\n"), w), w.ui("dialogue_keys"));
  EXPECT_EQ(dialogue_keys(dialogue_page("1. Yes\n2. No\no. Other\n"), w),
            w.ui("dialogue_keys_both"));
  EXPECT_EQ(dialogue_keys(dialogue_page("What's your name?\n"), w), w.ui("dialogue_keys_text"));
}

TEST(Dialogue, SET_9_KeysOfTheLastSceneBeginNoGame) {
  TypeAhead terminal({"1", ""}, {80, 24});
  std::ostringstream said;
  ScreenDialogue dialogue(terminal, said);
  said << "Ann wins!\n";
  dialogue.keep_page();
  said << "Play again?\n1. Yes\n2. No\n";
  EXPECT_EQ(dialogue.read(std::nullopt).kind, InputLine::Outcome::End);
  EXPECT_TRUE(has(terminal.pages.back(), "Play again?"));
}

TEST(Dialogue, TERM_13_PlayersOfAPuzzleAreNoChoicesAndStayOnThePage) {
  const DialoguePage page =
      dialogue_page("  1. Ann  2 cards\n  2. You  3 cards\n\n1. Skip\n0. Draw\n");
  EXPECT_EQ(page.before, (Lines{"  1. Ann  2 cards", "  2. You  3 cards"}));
  EXPECT_EQ(page.items.size(), 2U);
}

TEST(Room, TERM_11_BotsWaitWhileTheTerminalIsTooSmall) {
  TableSetup setup{.seats = {{"Ann", "careful"}, {"Bo", "careful"}, {"Cy", "careful"}}, .seed = 1};
  Table table(setup);
  TypedTerminal terminal({"x"}, {40, 12});
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{0}, .animated = false};
  ScreenGame(stage, table, settings, false).play();
  EXPECT_FALSE(table.over());
  EXPECT_TRUE(has(in_one_line(terminal.pages.back()), "--plain"));
}

}  // namespace
}  // namespace nl
