// Requirements: TERM-2
#include "text/korean.h"

#include <gtest/gtest.h>

#include <string>

namespace nl {
namespace {

std::string with(std::string_view word, std::string_view forms) {
  return std::string(word).append(josa(word, forms));
}

TEST(Korean, TERM_2_ParticlesFollowTheSoundOfASyllable) {
  EXPECT_EQ(with("민지", "이/가"), "민지가");
  EXPECT_EQ(with("지훈", "이/가"), "지훈이");
  EXPECT_EQ(with("민지", "을/를"), "민지를");
  EXPECT_EQ(with("지훈", "을/를"), "지훈을");
  EXPECT_EQ(with("민지", "은/는"), "민지는");
  EXPECT_EQ(with("지훈", "은/는"), "지훈은");
  EXPECT_EQ(with("민지", "과/와"), "민지와");
  EXPECT_EQ(with("지훈", "과/와"), "지훈과");
  EXPECT_EQ(with("민지", "아/야"), "민지야");
  EXPECT_EQ(with("지훈", "아/야"), "지훈아");
}

TEST(Korean, TERM_2_RieulTakesTheShortFormOfDirectionOnly) {
  EXPECT_EQ(with("하늘", "으로/로"), "하늘로");
  EXPECT_EQ(with("하늘", "이/가"), "하늘이");
  EXPECT_EQ(with("지훈", "으로/로"), "지훈으로");
  EXPECT_EQ(with("민지", "으로/로"), "민지로");
  EXPECT_EQ(with("흙", "으로/로"), "흙으로");  // 흙 ends in ㄺ, not in ㄹ
}

TEST(Korean, TERM_2_DigitsAreReadInKorean) {
  const std::string_view expected[] = {"0이", "1이", "2가", "3이", "4가",
                                       "5가", "6이", "7이", "8이", "9가"};
  for (int digit = 0; digit < 10; ++digit) {
    EXPECT_EQ(with(std::to_string(digit), "이/가"), expected[digit]);
  }
  EXPECT_EQ(with("Player 0", "을/를"), "Player 0을");
  EXPECT_EQ(with("Player 2", "을/를"), "Player 2를");
  EXPECT_EQ(with("7", "으로/로"), "7로");
  EXPECT_EQ(with("6", "으로/로"), "6으로");
  EXPECT_EQ(with("10", "은/는"), "10은");
  EXPECT_EQ(with("100", "은/는"), "100은");
}

TEST(Korean, TERM_2_LatinWordsAreReadAsAKoreanWouldSpellThem) {
  for (const char* word : {"Anna", "Alice", "Max", "Peter", "Chris", "Fred", "Mark", "Mike", "Zoe",
                           "Josh", "Steve", "Andy", "X", "NPC", "AI"}) {
    EXPECT_EQ(ending_of(word), Ending::Vowel) << word;
  }
  for (const char* word : {"Tom", "Kevin", "Bob", "Jack", "Eric", "Pat", "Scott", "Jane", "Bot",
                           "Ming", "TOM", "N", "FM"}) {
    EXPECT_EQ(ending_of(word), Ending::Consonant) << word;
  }
  for (const char* word : {"Daniel", "Kyle", "Jill", "L", "R"}) {
    EXPECT_EQ(ending_of(word), Ending::Rieul) << word;
  }
}

TEST(Korean, TERM_2_PunctuationIsNotRead) {
  EXPECT_EQ(with("미래 보기 (3)", "을/를"), "미래 보기 (3)을");
  EXPECT_EQ(with("미래 보기 (5)", "을/를"), "미래 보기 (5)를");
  EXPECT_EQ(with("지훈!!", "이/가"), "지훈!!이");
}

TEST(Korean, TERM_2_WhatCannotBeReadCountsAsAVowel) {
  EXPECT_EQ(with("🐱", "이/가"), "🐱가");
  EXPECT_EQ(with("지훈🐱", "이/가"), "지훈🐱가");
  EXPECT_EQ(with("さくら", "은/는"), "さくら는");
  EXPECT_EQ(with("", "을/를"), "를");
  EXPECT_EQ(with("...", "을/를"), "...를");
  for (const char* broken : {"\x80", "\x80\x80\x80\x80\x80", "a\xED", "\xFF"}) {
    EXPECT_EQ(ending_of(broken), Ending::Vowel);
  }
}

TEST(Korean, TERM_2_LoneLettersAndSyllablesTakenApartAreRead) {
  EXPECT_EQ(ending_of("ㅋㅋ"), Ending::Consonant);
  EXPECT_EQ(ending_of("ㄹ"), Ending::Rieul);
  EXPECT_EQ(ending_of("ㅠㅠ"), Ending::Vowel);
  EXPECT_EQ(ending_of("\u1112\u116E\u11AB"), Ending::Consonant);  // 훈
  EXPECT_EQ(ending_of("\u1103\u1161\u11AF"), Ending::Rieul);      // 달
  EXPECT_EQ(ending_of("\u110C\u1175"), Ending::Vowel);            // 지
}

}  // namespace
}  // namespace nl
