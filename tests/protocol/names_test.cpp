// Tests of name tables: every enum value has its own name.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "fair/fair_line.h"
#include "protocol/net_refusal.h"
#include "protocol/room_phase.h"
#include "text/enum_names.h"
#include "text/refusal.h"

namespace nl {
namespace {

bool is_word(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == name.npos;
}

template <class Enum, std::size_t kSize>
void expect_names(const EnumNames<Enum, kSize>& table) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_TRUE(is_word(table[value])) << i;
    EXPECT_TRUE(seen.insert(table[value]).second) << table[value];
    EXPECT_EQ(table.find(table[value]), value);
  }
  EXPECT_FALSE(table.find(""));
  EXPECT_FALSE(table.find("nothing_of_the_kind"));
}

TEST(Names, NET_3_EveryValueHasANameOfItsOwn) {
  expect_names(kEventNames);
  expect_names(kPhaseNames);
  expect_names(kComboNames);
  expect_names(kRefusalNames);
  expect_names(kFaultNames);
  expect_names(kNetRefusalNames);
  expect_names(kRoomPhaseNames);
  expect_names(kShareStatusNames);
}

// A reason in a message `refused` is of one table or of the other, never of both.
TEST(Names, NET_3_ReasonsOfTheServerAndOfTheRulesDiffer) {
  for (const std::string_view name : kNetRefusalNames.names) {
    EXPECT_FALSE(kRefusalNames.find(name)) << name;
  }
}

// The first and the last of each, and some whose order was changed once: what is written into
// records and messages does not move.
TEST(Names, NET_3_NamesStandAtTheirValues) {
  EXPECT_EQ(kEventNames[EventKind::None], "none");
  EXPECT_EQ(kEventNames[EventKind::CommittedNope], "committed_nope");
  EXPECT_EQ(kEventNames[EventKind::Drew], "drew");
  EXPECT_EQ(kEventNames[EventKind::KittensReturned], "kittens_returned");
  EXPECT_EQ(kEventNames[EventKind::Won], "won");
  EXPECT_EQ(kPhaseNames[Phase::Turn], "turn");
  EXPECT_EQ(kPhaseNames[Phase::Window], "window");
  EXPECT_EQ(kPhaseNames[Phase::EndTurn], "end_turn");
  EXPECT_EQ(kPhaseNames[Phase::Over], "over");
  EXPECT_EQ(kComboNames[Combo::Triple], "triple");
  EXPECT_EQ(kRefusalNames[Refusal::NotHeld], "not_held");
  EXPECT_EQ(kRefusalNames[Refusal::FieldValue], "field_value");
  EXPECT_EQ(kNetRefusalNames[NetRefusal::NoHints], "no_hints");
  EXPECT_EQ(kRoomPhaseNames[RoomPhase::Closed], "closed");
  EXPECT_EQ(kShareStatusNames[ShareStatus::Supplied], "supplied");
}

}  // namespace
}  // namespace nl
