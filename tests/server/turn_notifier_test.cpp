// Tests of optional features and of turn notifications.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

// ---- features -----------------------------------------------------------------------------------

WorldOptions without(const std::string& name) {
  WorldOptions options = quick_world();
  options.limits.features.webhooks = true;
  options.limits.features.ladder = true;
  options.limits.features.daily = true;
  options.push_key = "key";
  for (const FeatureRow& row : kFeatures) {
    if (row.name == name) options.limits.features.*row.on = false;
  }
  return options;
}

TEST(Features, WEB_12_WhatIsOffIsRefusedAndNotOffered) {
  const std::map<std::string, PlainJson> requests = {
      {"find", {{"t", "find"}, {"name", "Cy"}, {"wait_s", 1}}},
      {"list", {{"t", "list"}}},
      {"watch", {{"t", "watch"}, {"room", "4f0c2m8k1q"}}},
      {"chat", {{"t", "chat"}, {"text", "hello"}}},
      {"emotes", {{"t", "emote"}, {"emote", "nice"}}},
      {"hints", {{"t", "hint"}}},
      {"webhooks", {{"t", "webhook"}, {"url", "https://chat.example/1"}}},
      {"push", browser()},
      {"ladder",
       {{"t", "ladder"}, {"key", std::string(64, '0')}, {"signature", std::string(128, '0')}}},
      {"slow", {{"t", "auto_pass"}, {"on", true}}},
      {"daily",
       {{"t", "create"},
        {"name", "Ann"},
        {"from",
         {{"game", "daily-2026-11-19-" + std::string(32, 'a')}, {"step", 0}, {"seat", 0}}}}},
      {"report", {{"t", "report"}, {"reason", "bug"}}},
      {"listen", {{"t", "listen"}, {"on", true}}}};
  ASSERT_EQ(requests.size(), kFeatures.size());
  for (const auto& [name, request] : requests) {
    TestTable on(2, {}, without("none"));
    EXPECT_NE(on.reason(0, request), "not_here") << name;
    EXPECT_TRUE(TestTable::has(on[0].last_of("welcome")["features"], name)) << name;
    TestTable off(2, {}, without(name));
    EXPECT_EQ(off.reason(0, request), "not_here") << name;
    EXPECT_FALSE(TestTable::has(off[0].last_of("welcome")["features"], name)) << name;
  }
}

TEST(Features, WEB_13_ByDefaultNobodyCallsOutAndWithoutTlsNoBrowserIs) {
  TestTable t(2);
  const PlainJson features = t[0].last_of("welcome")["features"];
  EXPECT_TRUE(TestTable::has(features, "find"));
  EXPECT_FALSE(TestTable::has(features, "webhooks"));
  EXPECT_FALSE(TestTable::has(features, "push"));
  EXPECT_FALSE(t[0].last_of("welcome").contains("push"));
  EXPECT_EQ(t.reason(0, browser()), "not_here");
}

// ---- calls --------------------------------------------------------------------------------------

class TurnCalls : public testing::Test {
 protected:
  static constexpr const char* kUrl = "https://chat.example/hooks/secret";

  void hook() { t_.says(0, {{"t", "webhook"}, {"url", kUrl}}); }
  // Draws until the game is over or so many turns were taken.
  void play(int turns) {
    for (int i = 0; i < turns * 8 && !t_.game().over(); ++i) {
      const Seat seat = t_.game().next_asked();
      const PlainJson question = t_[seat].last_of("question");
      const auto& legal = question["legal"];
      t_.answers(seat, TestTable::has(legal, "draw") ? "draw" : legal[0].get<std::string>());
    }
  }
  std::vector<std::pair<Time, Notification>>& calls() { return t_.world.calls; }

  TestTable t_{2, {{"rules", {{"first", "zero"}}}}, without("none")};
};

TEST_F(TurnCalls, WEB_13_EachTurnIsToldToTheRoomsAddressOnce) {
  hook();
  EXPECT_EQ(t_[1].lobby["webhook"], true);
  t_.start();
  ASSERT_EQ(calls().size(), 1u);
  EXPECT_EQ(calls()[0].second.seat, 0);
  EXPECT_EQ(calls()[0].second.name, "Ann");
  EXPECT_EQ(calls()[0].second.url, kUrl);
  t_.answers(0, "draw");
  const std::size_t after = calls().size();
  EXPECT_LE(after, 2u);
  t_.says(0, {{"t", "sync"}});
  EXPECT_EQ(calls().size(), after) << "asking again is no turn";
}

TEST_F(TurnCalls, WEB_13_TheAddressIsToldToNobody) {
  hook();
  t_.start();
  play(10);
  for (std::size_t i = 0; i < t_.clients.size(); ++i) {
    for (const PlainJson& message : t_[i].received) {
      EXPECT_EQ(message.dump().find("chat.example"), std::string::npos) << message;
    }
  }
}

TEST_F(TurnCalls, WEB_13_TheAddressIsTheHostsAndAnAddress) {
  EXPECT_EQ(t_.reason(1, {{"t", "webhook"}, {"url", kUrl}}), "not_host");
  for (const char* bad : {"ftp://x/", "https://", "https://a b/", "javascript:1", "https://u@h/",
                          "https://h:25/", "https://h/\r\nX: y"}) {
    EXPECT_EQ(t_.reason(0, {{"t", "webhook"}, {"url", bad}}), "bad_message") << bad;
  }
  hook();
  t_.says(0, {{"t", "webhook"}, {"url", ""}});
  EXPECT_FALSE(t_[1].lobby.contains("webhook"));
  t_.start();
  EXPECT_TRUE(calls().empty());
}

TEST_F(TurnCalls, WEB_13_ItHoldsOverARestartAndWhatWasCalledForIsNotCalledAgain) {
  hook();
  t_.says(1, browser());
  t_.start();
  const std::size_t before = calls().size();
  t_.world.run_for(Time{100});
  t_.world.crash();
  t_.world.restart();
  EXPECT_EQ(calls().size(), before);
  EXPECT_EQ(t_.room().state().webhook(), kUrl);
  EXPECT_TRUE(t_.room().state().players()[1].push.wanted());
}

TEST_F(TurnCalls, WEB_13_ABrowserIsCalledWhenItsPlayerDoesNotLook) {
  t_.says(1, browser());
  t_.start();
  play(2);
  EXPECT_TRUE(calls().empty()) << "the page is there to be seen";
  for (const bool hidden : {true, false}) {
    calls().clear();
    t_.says(1, {{"t", "hidden"}, {"hidden", hidden}});
    for (int i = 0; i < 60 && !t_.game().over() && calls().empty(); ++i) play(1);
    if (t_.game().over()) break;
    EXPECT_EQ(calls().empty(), !hidden);
    for (const auto& [at, call] : calls()) {
      EXPECT_EQ(call.kind, NotificationKind::Push);
      EXPECT_EQ(call.seat, 1);
      EXPECT_EQ(call.target.endpoint, "https://push.example/1");
    }
    if (!hidden) break;
  }
}

TEST_F(TurnCalls, WEB_13_WhoIsNotConnectedIsCalled) {
  t_.says(0, browser());
  t_.says(0, {{"t", "hand_over"}, {"seat", 1}});
  t_[0].disconnect();
  t_.world.run_for(Time{6'000});
  t_.says(1, {{"t", "start"}});
  t_.world.run_for(Time{200});
  ASSERT_EQ(calls().size(), 1u);
  EXPECT_EQ(calls()[0].second.seat, 0);
}

TEST_F(TurnCalls, WEB_13_ABrowserThatIsNoMoreIsForgottenUnlessAnotherTookItsPlace) {
  t_.says(0, browser("https://push.example/old"));
  t_.says(0, browser("https://push.example/new"));
  const RoomId room = t_.room().id();
  t_.world.core().push_target_gone(room, "https://push.example/old", t_.world.now());
  t_.world.run_for(Time{50});
  EXPECT_EQ(t_.room().state().players()[0].push.endpoint, "https://push.example/new");
  t_.world.core().push_target_gone(room, "https://push.example/new", t_.world.now());
  t_.world.run_for(Time{50});
  EXPECT_FALSE(t_.room().state().players()[0].push.wanted());
}

TEST_F(TurnCalls, WEB_13_KeysThatAreNoneAreRefused) {
  PlainJson plain = browser("http://push.example/1");
  EXPECT_EQ(t_.reason(0, plain), "bad_message");
  for (const char* field : {"p256dh", "auth"}) {
    for (const char* bad : {"", "AAAA", "not base64!"}) {
      PlainJson request = browser();
      request[field] = bad;
      EXPECT_EQ(t_.reason(0, request), "bad_message") << field << " " << bad;
    }
  }
  t_.says(0, browser());
  t_.says(0, {{"t", "unsubscribe"}});
  EXPECT_FALSE(t_.room().state().players()[0].push.wanted());
}

TEST(TurnCallsMany, WEB_13_ARoomHasSoManyCalls) {
  WorldOptions options = without("none");
  options.limits.call_burst = 2;
  options.limits.call_every = Time{3'600'000};
  TestTable t(2, {{"rules", {{"first", "zero"}}}}, options);
  t.says(0, {{"t", "webhook"}, {"url", "https://chat.example/1"}});
  t.start();
  for (int i = 0; i < 40 && !t.game().over(); ++i) {
    const Seat seat = t.game().next_asked();
    const PlainJson question = t[seat].last_of("question");
    const auto& legal = question["legal"];
    t.answers(seat, TestTable::has(legal, "draw") ? "draw" : legal[0].get<std::string>());
  }
  EXPECT_EQ(t.world.calls.size(), 2u);
}

}  // namespace
}  // namespace nl
