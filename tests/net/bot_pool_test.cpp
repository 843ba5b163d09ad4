// Tests of the bot thread pool: fairness between rooms, and jobs that come too late.
#include "net/bot_pool.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace nl {
namespace {

BotJob job_for(std::uint8_t room, Seat seat, Decision decision = 1, Time wanted = Time{0}) {
  BotJob job{.topic = {.room = {room}, .game = 1, .seat = seat, .decision = decision},
             .wanted = wanted,
             .bot = "random"};
  job.view.legal.add(make_action(0));
  return job;
}

// Keeps what was thought. Until it is opened every thought takes for ever.
class Gate {
 public:
  void take(const BotResult& thought) {
    std::unique_lock lock(mutex_);
    done_.push_back(thought.topic);
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  std::vector<BotQuestion> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_.size() >= count; });
    return done_;
  }
  std::vector<int> rooms(std::size_t count) {
    std::vector<int> rooms;
    for (const BotQuestion& topic : wait_for(count)) rooms.push_back(topic.room[0]);
    return rooms;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  std::vector<BotQuestion> done_;
};

struct Thinkers {
  explicit Thinkers(int threads)
      : pool(
            threads, [this] { return Time(now.load()); },
            [this](const BotResult& thought) { gate.take(thought); }) {}
  ~Thinkers() { gate.open(); }

  std::atomic<int> now{100};
  Gate gate;
  BotPool pool;
};

TEST(BotPool, BOT_1_TheRoomThatHasUsedTheLeastIsNext) {
  Thinkers t(1);
  t.pool.add(job_for(1, 0));
  t.gate.wait_for(1);
  for (Seat seat = 1; seat < 4; ++seat) t.pool.add(job_for(1, seat));
  t.pool.add(job_for(2, 0));
  t.pool.add(job_for(3, 0));
  t.gate.open();
  const std::vector<int> rooms = t.gate.rooms(6);
  EXPECT_EQ(rooms[0], 1);
  EXPECT_EQ(rooms[1] + rooms[2], 5) << "the other two come before the rest of the first";
  EXPECT_EQ((std::vector<int>(rooms.begin() + 3, rooms.end())), (std::vector<int>{1, 1, 1}));
}

TEST(BotPool, BOT_1_ARoomIsThoughtForOnOneThreadAtATime) {
  Thinkers t(2);
  t.pool.add(job_for(1, 0));
  t.gate.wait_for(1);
  t.pool.add(job_for(1, 1));
  t.pool.add(job_for(2, 0));
  EXPECT_EQ(t.gate.rooms(2), (std::vector<int>{1, 2})) << "though the first waits longer";
}

TEST(BotPool, BOT_1_WhatIsTooLateIsNotBegun) {
  Thinkers t(1);
  t.pool.add(job_for(1, 0));
  t.gate.wait_for(1);
  for (std::uint8_t room = 2; room < 50; ++room) t.pool.add(job_for(room, 0, 1, Time{150}));
  t.pool.add(job_for(60, 0, 1, Time{250}));
  t.pool.add(job_for(61, 0));
  t.now = 200;
  t.gate.open();
  const std::vector<int> rooms = t.gate.rooms(3);
  EXPECT_EQ(rooms[1] + rooms[2], 60 + 61);
  EXPECT_EQ(t.pool.figures().late, 48u);
}

TEST(BotPool, BOT_1_ANewerQuestionTakesThePlaceOfTheOneBefore) {
  Thinkers t(1);
  t.pool.add(job_for(1, 0));
  t.gate.wait_for(1);
  for (Decision decision = 2; decision <= 9; ++decision) t.pool.add(job_for(2, 3, decision));
  t.pool.add(job_for(1, 1));
  t.gate.open();
  const auto topics = t.gate.wait_for(3);
  EXPECT_EQ(topics.size(), 3u);
  EXPECT_EQ(topics[1].decision + topics[2].decision, 10u);
}

TEST(BotPool, BOT_1_APoolThatEndsLeavesWhatWaits) {
  Gate gate;
  gate.open();
  BotPool pool(
      1, [] { return Time{0}; }, [&](const BotResult& thought) { gate.take(thought); });
  for (std::uint8_t room = 0; room < 200; ++room) pool.add(job_for(room, 0));
}

}  // namespace
}  // namespace nl
