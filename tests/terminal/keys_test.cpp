// Tests of the key decoder: bytes of a terminal as keys.
#include "terminal/keys.h"

#include <gtest/gtest.h>

#include <vector>

namespace nl {
namespace {

std::vector<Key> keys_of(std::string_view bytes) {
  KeyReader reader;
  reader.feed(bytes);
  std::vector<Key> keys;
  while (auto key = reader.next()) keys.push_back(*key);
  if (auto key = reader.give_up()) keys.push_back(*key);
  return keys;
}

KeyKind kind_of(std::string_view bytes) {
  const auto keys = keys_of(bytes);
  EXPECT_EQ(keys.size(), 1u) << bytes;
  return keys.empty() ? KeyKind::Redraw : keys[0].kind;
}

TEST(Keys, TERM_1_ArrowsInBothForms) {
  EXPECT_EQ(kind_of("\x1b[A"), KeyKind::Up);
  EXPECT_EQ(kind_of("\x1bOB"), KeyKind::Down);
  EXPECT_EQ(kind_of("\x1b[1;5C"), KeyKind::Right);
  EXPECT_EQ(kind_of("\x1b[D"), KeyKind::Left);
}

TEST(Keys, HomeEndAndPages) {
  EXPECT_EQ(kind_of("\x1b[H"), KeyKind::Home);
  EXPECT_EQ(kind_of("\x1b[1~"), KeyKind::Home);
  EXPECT_EQ(kind_of("\x1b[4~"), KeyKind::End);
  EXPECT_EQ(kind_of("\x1b[5~"), KeyKind::PageUp);
  EXPECT_EQ(kind_of("\x1b[6~"), KeyKind::PageDown);
}

// "Any key" means these, too.
TEST(Keys, TERM_7_KeysWithoutAMeaningAreKeys) {
  for (const char* bytes : {"\x1b[15~", "\x1b[24~", "\x1b[2~", "\x1b[3~", "\x1bOP", "\x1b[1;2S"}) {
    EXPECT_EQ(kind_of(bytes), KeyKind::Other) << bytes;
  }
  EXPECT_TRUE(keys_of("\x1b[200~").empty());  // a paste begins
}

TEST(Keys, EscapeAloneIsTheKey) {
  EXPECT_EQ(kind_of("\x1b"), KeyKind::Escape);
  const auto keys = keys_of("\x1bq");
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].kind, KeyKind::Escape);
  EXPECT_TRUE(keys[1].is('q'));
}

// The next page may be a gate that opens on Enter and shows a hand.
TEST(Keys, TERM_12_TheEnterThatHabitAddsIsDropped) {
  using std::chrono::milliseconds;
  const HabitualEnter::Moment start{std::chrono::hours(1)};
  const Key enter{.kind = KeyKind::Enter};
  HabitualEnter habit;
  EXPECT_FALSE(habit.drops(enter, start)) << "nothing acted by itself";
  habit.begin(start);
  EXPECT_TRUE(habit.drops(enter, start + milliseconds(280)));
  EXPECT_TRUE(habit.drops(enter, start + milliseconds(1'000))) << "a second one, or a slow hand";
  EXPECT_FALSE(habit.drops(enter, start + milliseconds(1'500)));
  habit.begin(start);
  EXPECT_FALSE(habit.drops({KeyKind::Character, "h"}, start + milliseconds(100)));
  EXPECT_FALSE(habit.drops(enter, start + milliseconds(200))) << "another key was meant";
}

TEST(Keys, ASequenceMayComeInPieces) {
  KeyReader reader;
  reader.feed("\x1b[");
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.unfinished());
  reader.feed("A");
  EXPECT_EQ(reader.next()->kind, KeyKind::Up);
}

TEST(Keys, TERM_4_ControlKeys) {
  EXPECT_EQ(kind_of("\r"), KeyKind::Enter);
  EXPECT_EQ(kind_of("\x03"), KeyKind::Interrupt);
  EXPECT_EQ(kind_of("\x04"), KeyKind::EndOfFile);
  EXPECT_EQ(kind_of("\x7f"), KeyKind::Backspace);
}

TEST(Keys, TERM_2_HangulComesWhole) {
  KeyReader reader;
  reader.feed("\xed\x95");
  EXPECT_FALSE(reader.next());
  reader.feed("\x9c");
  EXPECT_EQ(reader.next()->text, "한");
}

TEST(Keys, AClickSaysWhereAndAReleaseNothing) {
  const auto keys = keys_of("\x1b[<0;12;5M\x1b[<0;12;5m\x1b[<64;1;1M");
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0], (Key{KeyKind::Click, {}, 11, 4}));
  EXPECT_EQ(keys[1].kind, KeyKind::WheelUp);
}

TEST(Keys, TERM_4_NonsenseIsNoKey) {
  EXPECT_TRUE(keys_of("\x1b[999z").empty());
  EXPECT_TRUE(keys_of("\x1b[<1;2;3;4;5M").empty());
  EXPECT_TRUE(keys_of(std::string_view("\0\x01\x02", 3)).empty());
}

}  // namespace
}  // namespace nl
