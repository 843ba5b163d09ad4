// Tests of settings that the host changes in the lobby, and of emotes.
#include <gtest/gtest.h>

#include "protocol/emotes.h"
#include "server/bench_table.h"

namespace nl {
namespace {

const PlainJson kOther = {
    {"t", "settings"},    {"preset", "family"}, {"expansions", {"imploding"}}, {"seats", 3},
    {"window_ms", 5'000}, {"turn_s", 30},       {"rules", {{"hand", 6}}}};

TEST(HostSettings, NET_1_TheHostChangesThemInTheLobbyAndEverybodySees) {
  TestTable t(2, {{"seats", 4}});
  EXPECT_EQ(t.reason(1, kOther), "not_host");
  EXPECT_EQ(t.reason(0, kOther), "");
  const PlainJson seen = t[1].lobby["settings"];
  EXPECT_EQ(seen["preset"], "family");
  EXPECT_EQ(seen["seats"], 3);
  EXPECT_EQ(seen["rules"]["hand"], "6");
  t.start();
  EXPECT_EQ(t.game().header().rules.hand, 6);
  EXPECT_EQ(t.reason(0, kOther), "not_now") << "a game has begun";
}

TEST(HostSettings, NET_1_WhatCantBePlayedIsRefusedAndNothingChanges) {
  TestTable t(3, {{"seats", 4}});
  const PlainJson before = t[1].lobby["settings"];
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"seats", 2}}), "bad_settings") << "three sit there";
  EXPECT_EQ(t[0].last_of("refused")["field"], "seats");
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"preset", "poker"}}), "bad_settings");
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"rules", {{"hand", 99}}}}), "bad_settings");
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"rules", {{"luck", 1}}}}), "bad_settings");
  EXPECT_EQ(t.room().state().settings().seats, 4);
  EXPECT_EQ(t[1].lobby["settings"], before);
}

TEST(HostSettings, NET_1_TheyOutliveTheServer) {
  TestTable t(2, {{"seats", 4}});
  t.says(0, kOther);
  t.world.crash();
  t.world.restart();
  t[0].connect();
  t.world.run_for(Time{1'100});
  EXPECT_EQ(t[0].lobby["settings"]["preset"], "family");
  EXPECT_EQ(t[0].lobby["settings"]["turn_s"], 30);
}

TEST(Emotes, NET_5_APlayerShowsOneAtTheSeatAndEverybodySeesIt) {
  TestTable t(2);
  SimClient& eve = t.watch();
  EXPECT_EQ(t.reason(1, {{"t", "emote"}, {"emote", kEmotes.front()}}), "");
  EXPECT_EQ(eve.last_of("emote")["seat"], 1);
  EXPECT_EQ(t[0].last_of("emote")["emote"], kEmotes.front());
  EXPECT_EQ(t.reason(2, {{"t", "emote"}, {"emote", kEmotes.front()}}), "watching");
  EXPECT_EQ(t.reason(1, {{"t", "emote"}, {"emote", "<b>rude</b>"}}), "bad_message");
}

TEST(Emotes, NET_5_TheyAreCountedWithWhatIsSaid) {
  TestTable t(2);
  std::size_t refused = 0;
  for (int i = 0; i < ServerLimits{}.chat_burst; ++i) {
    refused += t.reason(0, {{"t", "chat"}, {"text", "hi"}}) == "too_fast";
    refused += t.reason(0, {{"t", "emote"}, {"emote", kEmotes.back()}}) == "too_fast";
  }
  EXPECT_GE(refused, 4u);
  t.world.run_for(Time{20'000});
  EXPECT_EQ(t.reason(0, {{"t", "emote"}, {"emote", kEmotes.back()}}), "");
}

}  // namespace
}  // namespace nl
