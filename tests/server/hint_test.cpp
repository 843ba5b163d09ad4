// Tests of hints, which depend on the practising player's view alone.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

PlainJson practice() {
  return {{"bots", 2}, {"practice", true}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}};
}

TEST(Hints, HINT_1_APractisingPlayerIsToldAMoveItsChancesAndWhy) {
  TestTable t(1, practice());
  t.start();
  const PlainJson question = t[0].last_of("question");
  ASSERT_FALSE(question.is_null());
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "");
  const PlainJson hint = t[0].last_of("hint");
  ASSERT_FALSE(hint.is_null());
  EXPECT_EQ(hint["decision"], question["decision"]);
  for (const PlainJson& move : hint["moves"]) {
    EXPECT_TRUE(TestTable::has(question["legal"], move["action"])) << move;
  }
  EXPECT_GT(hint["moves"][0]["games"], 0);
  const std::string advice = hint["moves"][0]["action"];
  EXPECT_EQ(t.answers(0, advice), "");
  EXPECT_EQ(t.world.fault, "");
}

TEST(Hints, HINT_1_AskingAgainIsNoSecondOpinion) {
  TestTable t(1, practice());
  t.start();
  t.says(0, {{"t", "hint"}});
  const PlainJson first = t[0].last_of("hint");
  t.says(0, {{"t", "hint"}});
  EXPECT_EQ(std::count(t[0].received.begin(), t[0].received.end(), first), 2);
}

TEST(Hints, HINT_1_OnlyTheOneWhoIsAskedGetsOne) {
  TestTable t(1, practice());
  SimClient& watcher = t.watch();
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "not_now") << "nothing is asked in the lobby";
  t.start();
  EXPECT_EQ(t.reason(1, {{"t", "hint"}}), "watching");
  t.says(0, {{"t", "hint"}});
  EXPECT_FALSE(t[0].last_of("hint").is_null());
  EXPECT_TRUE(watcher.last_of("hint").is_null());
  t.answers(0, "draw");
  if (!t.game().over() && !holds(t.game().acting_seats(), 0)) {
    EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "not_your_turn");
  }
}

TEST(Hints, HINT_1_NoneWhereOthersPlayOrPractiseWasNotAskedFor) {
  TestTable serious(1, {{"bots", 1}, {"rules", {{"first", "zero"}}}});
  serious.start();
  EXPECT_EQ(serious.reason(0, {{"t", "hint"}}), "no_hints");
  TestTable company(2, {{"practice", true}, {"rules", {{"first", "zero"}}}});
  company.start();
  EXPECT_EQ(company.reason(0, {{"t", "hint"}}), "no_hints");
  EXPECT_TRUE(company[0].lobby["settings"]["practice"]) << "and everybody sees what the room is";
}

// The same view in two games whose hidden cards differ: the same advice, to the byte.
TEST(Hints, HINT_1_WhatCantBeKnownChangesNothing) {
  // Everybody holds a Defuse and Skips alone; the piles differ in where the kitten lies.
  PlainJson create = practice();
  create["bots"] = 1;
  create["rules"] = {{"first", "zero"}, {"hand", 2}};
  for (const auto& [card, copies] : std::map<std::string, int>{{"attack", 0},
                                                               {"favor", 0},
                                                               {"shuffle", 0},
                                                               {"see", 0},
                                                               {"nope", 0},
                                                               {"tacocat", 0},
                                                               {"cattermelon", 0},
                                                               {"potato", 0},
                                                               {"beard", 0},
                                                               {"rainbow", 0},
                                                               {"skip", 12}}) {
    create["rules"]["copies." + card] = copies;
  }
  std::set<std::string> hints;
  std::set<std::string> piles;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    TestTable t(1, create, quick_world(), seed);
    t.start();
    t.says(0, {{"t", "hint"}});
    const View seen = t.game().view(0);
    if (seen.hand[Card::Defuse] != 1) continue;  // another view: an extra Defuse was dealt
    hints.insert(t[0].last_of("hint").dump());
    std::string hash;
    for (const auto byte : t.room().state().hash()) hash += std::to_string(byte) + ' ';
    piles.insert(hash);
  }
  EXPECT_GT(piles.size(), 1u);
  EXPECT_EQ(hints.size(), 1u);
}

TEST(Levels, BOT_1_AHostSeatsBotsByLevel) {
  TestTable t(1, {{"seats", 4}});
  for (const char* level : {"easy", "medium", "hard"}) {
    EXPECT_EQ(t.reason(0, {{"t", "add_bot"}, {"bot", level}}), "") << level;
  }
  EXPECT_EQ(t[0].lobby["players"][3]["bot"], "hard");
  t.start();
  EXPECT_EQ(t[0].lobby["phase"], "playing");
}

}  // namespace
}  // namespace nl
