// Tests of key input on pages and in dialogues.
#include "terminal/screen_input.h"

#include <gtest/gtest.h>

#include "terminal/screen_cells.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

Key character(std::string text) { return {KeyKind::Character, std::move(text)}; }
Key press_of(KeyKind kind) { return {.kind = kind}; }

class OnAPage : public ::testing::Test {
 protected:
  OnAPage() {
    scene_.names = {"Ann", "Bob"};
    scene_.view.seats = 2;
    scene_.selected = -1;
    scene_.question = Question{};
    for (int number = 1; number <= 12; ++number) {
      scene_.question->choices.push_back({.number = number, .text = "an answer"});
    }
    draw();
  }
  void draw() { drawn(table_page(scene_, {80, 24}, hits_), {80, 24}); }
  UiAction press_key(const Key& key) { return press(scene_, hits_, key); }

  Scene scene_{.w = words(Language::English)};
  Hits hits_;
};

TEST_F(OnAPage, TERM_1_ANumberOfTwoDigitsIsTypedAndSentWithEnter) {
  EXPECT_EQ(press_key(character("1")).verb, UiVerb::Changed);
  EXPECT_EQ(scene_.selected, 0);
  EXPECT_EQ(press_key(character("2")).verb, UiVerb::Changed);
  EXPECT_EQ(scene_.selected, 11);
  const UiAction action = press_key(press_of(KeyKind::Enter));
  EXPECT_EQ(action.verb, UiVerb::Choose);
  EXPECT_EQ(action.input, "12");
}

TEST_F(OnAPage, EnterWithNothingChosenIsAnEmptyAnswer) {
  const UiAction action = press_key(press_of(KeyKind::Enter));
  EXPECT_EQ(action.verb, UiVerb::Choose);
  EXPECT_EQ(action.input, "");
  EXPECT_FALSE(action.choice);
}

TEST_F(OnAPage, TERM_1_ArrowsMoveTheChoice) {
  press_key(press_of(KeyKind::Down));
  EXPECT_EQ(scene_.selected, 0);
  draw();
  press_key(press_of(KeyKind::Down));
  EXPECT_EQ(scene_.selected, 1);
  press_key(press_of(KeyKind::Up));
  EXPECT_EQ(scene_.selected, 0);
  const UiAction action = press_key(press_of(KeyKind::Enter));
  EXPECT_EQ(action.input, "");
  ASSERT_TRUE(action.choice);
  EXPECT_EQ(action.choice->number, 1);
}

TEST_F(OnAPage, TERM_1_AClickChoosesAndASecondOneAnswers) {
  const Hit& third = *hits_.at(2);
  const Key click{KeyKind::Click, {}, third.box.x_min + 1, third.box.y_min};
  EXPECT_EQ(press_key(click).verb, UiVerb::Changed);
  EXPECT_EQ(scene_.selected, third.choice);
  EXPECT_EQ(press_key(click).choice->number, third.choice + 1);
  EXPECT_EQ(press_key({KeyKind::Click, {}, 0, 0}).verb, UiVerb::Nothing);
}

TEST_F(OnAPage, EscapeTakesBackWhatWasTyped) {
  press_key(character("7"));
  EXPECT_EQ(press_key(press_of(KeyKind::Escape)).verb, UiVerb::Changed);
  EXPECT_EQ(scene_.typed, "");
  EXPECT_EQ(press_key(press_of(KeyKind::Escape)).verb, UiVerb::Back);
}

TEST_F(OnAPage, TERM_7_CharactersAreTypedWhereSomethingIsAsked) {
  for (const char* letter : {"-", "h", "e", "ㅐ"}) {
    EXPECT_EQ(press_key(character(letter)).verb, UiVerb::Changed);
  }
  EXPECT_EQ(scene_.typed, "-heㅐ");
  press_key(press_of(KeyKind::Backspace));
  EXPECT_EQ(scene_.typed, "-he");
  const UiAction action = press_key(press_of(KeyKind::Enter));
  EXPECT_EQ(action.verb, UiVerb::Choose);
  EXPECT_EQ(action.input, "-he");
}

TEST_F(OnAPage, HINT_1_TERM_3_ElseLettersAreKeysOnAKoreanKeyboardToo) {
  scene_.question.reset();
  EXPECT_EQ(press_key(character("o")).command.kind, Command::Verb::Odds);
  EXPECT_EQ(press_key(character("ㅐ")).command.kind, Command::Verb::Odds);
  EXPECT_EQ(press_key(character("i")).command.kind, Command::Verb::Hint);
  EXPECT_EQ(press_key(character("ㅑ")).command.kind, Command::Verb::Hint);
  EXPECT_EQ(press_key(character("D")).command.kind, Command::Verb::Describe);
  EXPECT_EQ(press_key(character("?")).command.kind, Command::Verb::Help);
  EXPECT_EQ(press_key(character("ㅂ")).verb, UiVerb::Quit);
  EXPECT_EQ(press_key(character(">")).verb, UiVerb::Faster);
  EXPECT_EQ(press_key(character("<")).verb, UiVerb::Slower);
  EXPECT_EQ(press_key(character("f")).verb, UiVerb::Forward);
}

TEST_F(OnAPage, NOPE_5_InAWindowOverTheNetworkOneKeyIsEnough) {
  scene_.quick = true;
  const UiAction nope = press_key(character("n"));
  EXPECT_EQ(nope.verb, UiVerb::Choose);
  EXPECT_EQ(nope.input, "1");
  EXPECT_EQ(press_key(character("ㅔ")).input, "2");
  // A number that was begun is gone on with.
  press_key(character("1"));
  EXPECT_EQ(press_key(character("n")).verb, UiVerb::Changed);
}

TEST_F(OnAPage, EK_3_ArrowsCountWhereANumberIsWanted) {
  scene_.question->choices.clear();
  scene_.question->range = NumberRange{0, 40};
  press_key(press_of(KeyKind::Up));
  EXPECT_EQ(scene_.typed, "0");
  press_key(press_of(KeyKind::Up));
  EXPECT_EQ(scene_.typed, "1");
  press_key(press_of(KeyKind::Down));
  press_key(press_of(KeyKind::Down));
  EXPECT_EQ(scene_.typed, "0");
}

TEST(Dialogue, SET_1_NumberedLinesAreChoices) {
  const DialoguePage page = dialogue_page("Which?\n1. One\n2. Two\n");
  EXPECT_EQ(page.before, Lines{"Which?"});
  ASSERT_EQ(page.items.size(), 2u);
  EXPECT_EQ(page.items[1].number, "2");
  EXPECT_EQ(page.items[1].text, "Two");
  EXPECT_EQ(page.selected, 0);
}

TEST(Dialogue, WhereEnterMeansSomethingNothingIsChosen) {
  EXPECT_EQ(dialogue_page("1. One\nEnter: begin.\n").selected, -1);
  EXPECT_EQ(dialogue_page("How many?\n").selected, -1);
}

TEST(Cells, TERM_2_HangulTakesTwo) {
  EXPECT_EQ(cell_width("한글"), 4);
  EXPECT_EQ(clip("한글 카드", 6), "한글..");
  EXPECT_EQ(pad("한", 4), "한  ");
  EXPECT_EQ(wrap("고양이 카드", 6), (std::vector<std::string>{"고양이", "카드"}));
  EXPECT_EQ(wrap("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
}

}  // namespace
}  // namespace nl
