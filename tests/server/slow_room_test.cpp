// Tests of slow rooms, played over hours or days.
#include <gtest/gtest.h>

#include "server/bench_table.h"
#include "server/room_event.h"

namespace nl {
namespace {

constexpr Time kMinute = std::chrono::minutes(1);
constexpr Time kHour = std::chrono::hours(1);

WorldOptions slow_world() {
  WorldOptions options = quick_world();
  options.limits.features.webhooks = true;
  options.push_key = "key";
  return options;
}

// Nobody dies soon; a day for a decision, so two hours for a window.
PlainJson of_a_day() {
  return {{"hours", 24}, {"rules", {{"first", "zero"}, {"copies.skip", 40}, {"hand", 10}}}};
}

class SlowRoom : public testing::Test {
 protected:
  explicit SlowRoom(PlainJson create = of_a_day(), int people = 2)
      : t_(people, std::move(create), slow_world()) {}

  void leave(Seat seat) { t_[seat].disconnect(); }
  void all_leave() {
    for (Seat seat = 0; seat < t_.clients.size(); ++seat) leave(seat);
    pass(Time{6'000});  // the server notices
  }
  void come(Seat seat) {
    t_[seat].connect();
    pass(Time{100});
  }
  void pass(Time time) { t_.world.run_for(time); }
  // The acting player comes, answers and goes again.
  void visit(Seat seat, const std::string& action = {}) {
    come(seat);
    const PlainJson question = t_[seat].last_of("question");
    const auto& legal = question["legal"];
    t_.answers(seat, action.empty() ? usual(legal) : action);
    leave(seat);
    pass(Time{6'000});
  }
  static std::string usual(const PlainJson& legal) {
    if (TestTable::has(legal, "pass")) return "pass";
    return TestTable::has(legal, "draw") ? "draw" : legal[0].get<std::string>();
  }
  void restart_after(Time down) {
    t_.world.crash();
    pass(down);
    t_.world.restart();
  }
  // Seats that have answered, as it was stored.
  std::vector<AnsweredBy> answered() {
    std::vector<AnsweredBy> all;
    for (const Entry& entry : t_.world.log(t_.room().id())) {
      const auto event = parse_stored(entry.data);
      const auto* answered = event ? event->if_is<stored::Answered>() : nullptr;
      if (answered != nullptr) all.push_back(answered->by);
    }
    return all;
  }
  std::size_t answered_by(AnsweredBy by) {
    const auto all = answered();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), by));
  }
  std::size_t calls(NotificationReason why, NotificationKind kind = NotificationKind::Push) {
    std::size_t number = 0;
    for (const auto& [at, call] : t_.world.calls) number += call.why == why && call.kind == kind;
    return number;
  }
  bool in_window() { return t_.game().phase() == Phase::Window; }

  TestTable t_;
};

class SlowRoomOfThree : public SlowRoom {
 protected:
  SlowRoomOfThree() : SlowRoom(of_a_day(), 3) {}
};

// ---- over days ----------------------------------------------------------------------------------

TEST_F(SlowRoomOfThree, WEB_13_NET_4_AGameGoesToItsEndByPeopleWhoComeOneAtATime) {
  t_.start();
  all_leave();
  const Time began = t_.world.now();
  for (int i = 0; i < 2'000 && !t_.game().over(); ++i) {
    pass(kHour * (1 + t_.world.dice().below(20)));
    if (i % 10 == 5) restart_after(kMinute);
    if (t_.game().over()) break;
    const SeatMask asked = t_.game().acting_seats();
    ASSERT_NE(asked, 0) << "nobody is waited for";
    visit(t_.world.dice().seat(asked));
  }
  ASSERT_TRUE(t_.game().over());
  EXPECT_GT(t_.world.now() - began, kHour * 24 * 3);
  EXPECT_EQ(answered_by(AnsweredBy::Bot) + answered_by(AnsweredBy::StandIn), 0u)
      << "nobody's clock ran out";
  EXPECT_EQ(t_.world.fault, "");
}

TEST_F(SlowRoom, NET_4_BOT_2_ASeatIsItsPlayersUntilTheClockHasRunOut) {
  t_.start();
  all_leave();
  const Decision before = t_.game().decision(0);
  pass(kHour * 24 - kMinute);
  EXPECT_EQ(t_.game().decision(0), before);
  EXPECT_TRUE(answered().empty());
  pass(kMinute * 2);
  EXPECT_EQ(answered(), std::vector{AnsweredBy::StandIn});
}

TEST_F(SlowRoom, NET_10_WhatTheClockDidIsToldToThoseWhoWereNotThere) {
  t_.start();
  all_leave();
  pass(kHour * 25);
  for (const Seat seat : {Seat{0}, Seat{1}}) {
    const int seen = t_[seat].last;
    come(seat);
    const PlainJson told = t_[seat].last_of("timeout");
    ASSERT_FALSE(told.is_null()) << int{seat};
    EXPECT_EQ(told["seat"], 0);
    EXPECT_EQ(told["after"], seen);
    t_[seat].received.clear();
    leave(seat);
    pass(kMinute);
    come(seat);
    EXPECT_TRUE(t_[seat].last_of("timeout").is_null()) << "once is enough";
  }
}

TEST_F(SlowRoom, BOT_2_AfterTwoInARowABotPlaysUntilThePlayerIsBackAlsoOverARestart) {
  t_.start();
  all_leave();
  for (int i = 0; i < 20 && answered_by(AnsweredBy::Bot) == 0; ++i) pass(kHour * 24);
  ASSERT_FALSE(t_.game().over());
  const auto held = [&](Seat seat) { return t_[1 - seat].lobby["players"][seat].contains("held"); };
  come(0);
  come(1);
  EXPECT_FALSE(held(0));
  EXPECT_FALSE(held(1));
  restart_after(kMinute);
  const std::size_t by_bots = answered_by(AnsweredBy::Bot);
  pass(kHour);
  EXPECT_EQ(answered_by(AnsweredBy::Bot), by_bots) << "who came back is not replaced again";
}

TEST_F(SlowRoom, WEB_13_EverybodySeesWhomAllWaitForAndHowLong) {
  t_.start();
  EXPECT_EQ(t_[0].last_of("question")["deadline"], t_[1].last_of("clock")["deadline"]);
  EXPECT_EQ(t_[1].last_of("clock")["seat"], 0);
  leave(1);
  pass(kHour);
  come(1);
  const PlainJson clock = t_[1].last_of("clock");
  const Time left(clock["deadline"].get<std::int64_t>() - clock["now"].get<std::int64_t>());
  EXPECT_LT(left, kHour * 23);
  EXPECT_GT(left, kHour * 23 - kMinute);
}

// ---- restarts -----------------------------------------------------------------------------------

TEST_F(SlowRoom, WEB_13_ARestartDoesNotMoveTheEndOfAClock) {
  t_.start();
  all_leave();
  const Decision before = t_.game().decision(0);
  pass(kHour * 10);
  restart_after(kHour * 5);
  pass(kHour * 9 - kMinute * 2);
  EXPECT_EQ(t_.game().decision(0), before);
  pass(kMinute * 3);
  EXPECT_EQ(answered(), std::vector{AnsweredBy::StandIn});
}

// A subscription is stored like a move, and is none.
TEST_F(SlowRoom, WEB_13_WhatIsNoMoveDoesNotLengthenAClock) {
  t_.start();
  pass(kHour * 20);
  t_.says(0, browser());
  restart_after(kMinute);
  pass(kHour * 4 + kMinute);
  EXPECT_EQ(answered(), std::vector{AnsweredBy::StandIn});
}

TEST_F(SlowRoom, WEB_13_WhatTheServerWasDownForIsNotThePlayersLoss) {
  t_.start();
  all_leave();
  pass(kHour * 23);
  restart_after(kHour * 10);
  pass(kHour * 2 - kMinute);
  EXPECT_TRUE(answered().empty()) << "a twelfth of the clock is left";
  pass(kMinute * 2);
  EXPECT_EQ(answered(), std::vector{AnsweredBy::StandIn});
}

// ---- calls --------------------------------------------------------------------------------------

TEST_F(SlowRoom, WEB_13_WhoIsAwayIsCalledOnceAndRemindedOnce) {
  t_.says(0, browser());
  t_.says(0, {{"t", "hidden"}, {"hidden", true}});
  t_.says(0, {{"t", "webhook"}, {"url", "https://chat.example/1"}});
  t_.start();
  all_leave();
  EXPECT_EQ(calls(NotificationReason::Turn), 1u);
  pass(kHour * 22 - kMinute);
  EXPECT_EQ(calls(NotificationReason::Reminder), 0u);
  pass(kMinute * 2);
  EXPECT_EQ(calls(NotificationReason::Reminder), 1u);
  EXPECT_EQ(calls(NotificationReason::Reminder, NotificationKind::Webhook), 1u);
  restart_after(kMinute);
  pass(kHour);
  EXPECT_EQ(calls(NotificationReason::Turn), 1u) << "not again by a restart";
  EXPECT_EQ(calls(NotificationReason::Reminder), 1u);
  EXPECT_TRUE(answered().empty());
}

TEST_F(SlowRoom, WEB_13_WhoLooksIsNotCalled) {
  t_.says(0, browser());
  t_.start();
  pass(kHour * 23);
  EXPECT_TRUE(t_.world.calls.empty());
}

TEST_F(SlowRoomOfThree, WEB_13_AWindowCallsAllWhoAreAskedAndThenTheOneWhoseTurnGoesOn) {
  for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}}) {
    t_.says(seat, browser("https://push.example/" + std::to_string(seat)));
  }
  t_.says(2, {{"t", "auto_pass"}, {"on", true}});
  t_.says(0, {{"t", "webhook"}, {"url", "https://chat.example/1"}});
  t_.start();
  all_leave();
  t_.world.calls.clear();
  come(0);
  ASSERT_EQ(t_.answers(0, "play skip"), "");
  leave(0);
  pass(Time{6'000});
  ASSERT_TRUE(in_window());
  EXPECT_EQ(calls(NotificationReason::Window), 1u) << "not who has it passed";
  ASSERT_EQ(calls(NotificationReason::Window, NotificationKind::Webhook), 1u);
  EXPECT_EQ(t_.world.calls[0].second.name, "P1, P2") << "whoever has what order";
  pass(kHour * 3);
  ASSERT_FALSE(in_window());
  EXPECT_EQ(calls(NotificationReason::Turn), 1u) << "the next one's turn";
}

// ---- windows ------------------------------------------------------------------------------------

TEST_F(SlowRoomOfThree, WEB_13_AWindowIsOpenUntilAllHaveAnsweredOrForATwelfthOfTheClock) {
  t_.start();
  t_.answers(0, "play skip");
  all_leave();
  ASSERT_TRUE(in_window());
  visit(1, "pass");
  EXPECT_TRUE(in_window());
  visit(2, "pass");
  EXPECT_FALSE(in_window()) << "nobody is waited for any more";
  visit(1, "play skip");
  ASSERT_TRUE(in_window());
  pass(kHour * 2 - kMinute);
  EXPECT_TRUE(in_window());
  restart_after(kMinute / 2);
  pass(kMinute / 3);
  EXPECT_TRUE(in_window());
  pass(kMinute * 10);
  EXPECT_FALSE(in_window());
}

TEST_F(SlowRoomOfThree, WEB_13_WindowsArePassedForThoseWhoWantItWhileTheyDontLook) {
  for (const Seat seat : {Seat{1}, Seat{2}}) t_.says(seat, {{"t", "auto_pass"}, {"on", true}});
  t_.start();
  leave(2);
  pass(Time{6'000});
  restart_after(kMinute);  // the order stays
  come(0);
  come(1);
  t_.answers(0, "play skip");
  pass(kMinute * 5);
  EXPECT_TRUE(in_window()) << "who looks may want to say something";
  EXPECT_EQ(answered_by(AnsweredBy::Order), 1u);
  leave(1);
  pass(kMinute * 2);
  EXPECT_FALSE(in_window());
  EXPECT_EQ(answered_by(AnsweredBy::Order), 2u);
}

// ---- the room -----------------------------------------------------------------------------------

TEST_F(SlowRoom, NET_4_ASeatInTheLobbyWaitsAndTheRoomIsClosedAfterItsClock) {
  t_.says(1, {{"t", "leave"}, {"keep", true}});
  leave(0);
  pass(kHour * 20);
  const std::string code = t_.code();
  ASSERT_NE(t_.world.room(code), nullptr);
  EXPECT_EQ(t_.room().state().players().size(), 2u);
  restart_after(kMinute);
  pass(kHour * 3);
  ASSERT_NE(t_.world.room(code), nullptr);
  pass(kHour * 2);
  EXPECT_EQ(t_.world.room(code), nullptr);
}

TEST_F(SlowRoom, WEB_13_OwnTablesAreToldToWhoHasASeatThere) {
  t_.start();
  SimClient& somebody = t_.add();
  somebody.connect();
  const auto tables = [&](const std::string& token) {
    const PlainJson here = {{"room", t_.code()}, {"token", token}};
    const PlainJson nowhere = {{"room", "0000000000"}, {"token", token}};
    somebody.say({{"t", "tables"}, {"seats", PlainJson::array({here, nowhere})}});
    pass(Time{2'000});
    return somebody.last_of("tables")["tables"];
  };
  const PlainJson own = tables(t_[0].token);
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own[0]["asked"], true);
  EXPECT_EQ(own[0]["names"], PlainJson::array({"Ann", "P1"}));
  EXPECT_EQ(own[0]["deadline"], t_[0].last_of("question")["deadline"]);
  const PlainJson other = tables(t_[1].token);
  EXPECT_EQ(other[0]["asked"], false);
  EXPECT_EQ(other[0]["turn"], 0);
  EXPECT_TRUE(tables("nonsense").empty());
  EXPECT_TRUE(tables(std::string(32, '0')).empty());
}

TEST(SlowRooms, WEB_12_AnAddressHasSoManyOfThemAndTheOperatorMayWantNone) {
  WorldOptions options = slow_world();
  options.limits.slow_rooms_per_address = 1;
  TestTable t(1, {{"seats", 2}, {"hours", 24}}, options);
  const auto create = [&](const PlainJson& settings) {
    SimClient& other = t.add();
    other.connect();
    PlainJson request = settings;
    request["t"] = "create";
    request["name"] = "Eve";
    return t.reason(t.clients.size() - 1, request);
  };
  EXPECT_EQ(create({{"hours", 1}}), "too_many_rooms");
  EXPECT_EQ(create({}), "");
  EXPECT_EQ(t.reason(t.clients.size() - 1, {{"t", "settings"}, {"hours", 72}}), "too_many_rooms");
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"hours", 72}, {"seats", 2}}), "");
  EXPECT_EQ(t.reason(0, {{"t", "settings"}, {"seats", 2}}), "");
  EXPECT_EQ(create({{"hours", 1}}), "") << "the first is slow no more";
  EXPECT_EQ(create({{"hours", 169}}), "bad_settings");
  EXPECT_EQ(create({{"hours", "1"}}), "bad_settings");
  options.limits.features.slow = false;
  TestTable none(1, {{"seats", 2}}, options);
  EXPECT_EQ(none.reason(0, {{"t", "settings"}, {"hours", 72}}), "not_here");
  none.add().connect();
  EXPECT_EQ(none.reason(1, {{"t", "create"}, {"name", "Eve"}, {"hours", 1}}), "not_here");
}

}  // namespace
}  // namespace nl
