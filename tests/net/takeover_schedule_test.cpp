// Tests of the takeover schedule.
#include "net/takeover_schedule.h"

#include <gtest/gtest.h>

namespace nl {
namespace {

using namespace std::chrono_literals;
using enum TakeoverSchedule::Turn;

constexpr std::uint64_t kOwn = 1;
constexpr std::uint64_t kOther = 2;
constexpr TakeoverSchedule::Clock::time_point kStart{};

const Orphan kOurs{.holder = 10, .engines = {kOwn}, .rooms = 3};
const Orphan kTheirs{.holder = 11, .engines = {kOther}, .rooms = 3};
const Orphan kMixed{.holder = 12, .engines = {kOwn, kOther}, .rooms = 3};

TEST(TakeoverSchedule, CLU_4_WhatIsOfOurRulesIsTakenAtOnce) {
  TakeoverSchedule turns(kOwn, 10min);
  EXPECT_EQ(turns.turn(kOurs, {kOwn, kOther}, kStart), Try);
  EXPECT_EQ(turns.turn({.holder = 13}, {kOther}, kStart), Try) << "nothing is in it";
}

TEST(TakeoverSchedule, CLU_4_NodesWithARoomsRulesGoFirst) {
  TakeoverSchedule turns(kOwn, 10min);
  for (const Orphan& orphan : {kTheirs, kMixed}) {
    EXPECT_EQ(turns.turn(orphan, {kOther}, kStart), NotYet);
    EXPECT_EQ(turns.turn(orphan, {kOther}, kStart + 2s), NotYet);
    EXPECT_EQ(turns.turn(orphan, {kOther}, kStart + 3s), Try) << "it may be about to stop";
  }
  EXPECT_EQ(turns.turn({.holder = 14, .engines = {kOther}}, {kOwn}, kStart), Try)
      << "there is none";
}

TEST(TakeoverSchedule, CLU_4_OnlyWhatNobodyCouldGoOnWithForLongIsGivenUp) {
  TakeoverSchedule turns(kOwn, 10min);
  ASSERT_EQ(turns.turn(kTheirs, {}, kStart), Try);
  EXPECT_TRUE(turns.not_for_us(kTheirs.holder, kStart));
  EXPECT_FALSE(turns.not_for_us(kTheirs.holder, kStart + 1s)) << "no news";
  EXPECT_TRUE(turns.waits_for_others(kTheirs.holder));
  EXPECT_EQ(turns.turn(kTheirs, {}, kStart + 9min), NotYet);
  EXPECT_EQ(turns.turn(kTheirs, {kOther}, kStart + 11min), NotYet)
      << "while one with its rules lives";
  EXPECT_EQ(turns.turn(kTheirs, {}, kStart + 11min), GiveUp);
  turns.keep_only({kOurs});
  EXPECT_FALSE(turns.waits_for_others(kTheirs.holder));
  EXPECT_EQ(turns.turn(kTheirs, {}, kStart + 12min), Try) << "another of this name is another";
}

TEST(TakeoverSchedule, CLU_4_WhatCantBeReadIsReadAgainLater) {
  TakeoverSchedule turns(kOwn, 10min);
  EXPECT_TRUE(turns.unreadable(kOurs.holder, kStart));
  EXPECT_EQ(turns.turn(kOurs, {}, kStart + 1s), NotYet);
  EXPECT_EQ(turns.turn(kOurs, {}, kStart + 6s), Try);
  EXPECT_FALSE(turns.unreadable(kOurs.holder, kStart + 6s)) << "no news";
}

TEST(TakeoverSchedule, CLU_4_OnlyANodeWithFarMoreRoomsThanTheOthersGivesSomeAway) {
  EXPECT_EQ(rooms_to_give(1'000, {}, 50), 0u) << "nobody else is there";
  EXPECT_EQ(rooms_to_give(12, {0, 0}, 50), 0u) << "a few rooms more";
  EXPECT_EQ(rooms_to_give(15, {0, 0}, 50), 0u) << "ten above the mean";
  EXPECT_EQ(rooms_to_give(30, {0, 0}, 50), 20u);
  EXPECT_EQ(rooms_to_give(300, {0, 0}, 50), 50u) << "a parcel at a time";
  EXPECT_EQ(rooms_to_give(120, {100, 80}, 50), 0u) << "a quarter is no matter";
  EXPECT_EQ(rooms_to_give(130, {100, 70}, 50), 30u);
  EXPECT_EQ(rooms_to_give(70, {130, 100}, 50), 0u) << "it has fewer";
}

}  // namespace
}  // namespace nl
