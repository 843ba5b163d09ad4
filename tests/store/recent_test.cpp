// Tests of the table of recent blobs: many rooms share few pages, and every room reads back whole.
#include <gtest/gtest.h>

#include <map>

#include "store/child.h"
#include "store/database.h"
#include "store/folder.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

using Rooms = std::map<RoomId, std::vector<std::string>>;

Rooms read_all(Store& store) {
  Rooms rooms;
  for (const StoredRoom& room : store.open_rooms()) rooms[room.id] = texts(room);
  return rooms;
}

// Groups of moves of some rooms, as a server has them: some rooms fall silent, some are forgotten
// and some begin again under the same name. The content of each after every group is known.
class Play {
 public:
  static constexpr int kRooms = 40;

  // Of the group that is done next.
  void write(Store& store) {
    ++group_;
    for (int i = 0; i < kRooms; ++i) {
      const bool silent = i % 5 == 4 && group_ > 3 * i;
      if (!silent) say(store, i);
    }
    const int leaver = group_ % (4 * kRooms);
    if (leaver < kRooms && leaver % 3 == 0) forget(store, leaver);
    store.commit();
  }
  const Rooms& rooms() const { return rooms_; }
  int group() const { return group_; }

 private:
  void say(Store& store, int i) {
    auto& room = rooms_[room_id(i)];
    const std::string text = std::to_string(group_) + '/' + std::to_string(i);
    if (room.empty()) {
      store.open_room(room_id(i), text);
    } else {
      // Now and then one of several blobs.
      store.append(room_id(i), event(group_ % 7 == i % 7 ? text + std::string(500, 'x') : text));
    }
    room.push_back(group_ % 7 == i % 7 && !room.empty() ? text + std::string(500, 'x') : text);
  }
  void forget(Store& store, int i) {
    if (rooms_.erase(room_id(i)) == 0) return;
    store.forget_room(room_id(i));
  }

  Rooms rooms_;
  int group_ = 0;
};

std::int64_t rows_in(const Folder& folder, const std::string& table) {
  Database database(folder.database());
  Statement count(database, ("SELECT count(*) FROM " + table).c_str());
  count.step();
  return count.number(0);
}

// Writes so many groups, and dies without a word.
void play_and_die(const Folder& folder, int groups) {
  const Child child([&](int pipe) {
    auto* store = new SqliteStore(folder.path());  // it has no end: the process is killed
    Play play;
    for (int i = 0; i < groups; ++i) play.write(*store);
    acknowledge(pipe, 0);
    pause();
  });
  child.wait_for(1);
  child.kill_now();
  child.wait_for_end();
}

Rooms expected_after(int groups) {
  Folder elsewhere;
  SqliteStore store(elsewhere.path());
  Play play;
  for (int i = 0; i < groups; ++i) play.write(store);
  EXPECT_EQ(read_all(store), play.rooms());
  return play.rooms();
}

TEST(NET_7_Recent, MovesOfManyRoomsAreFewPages) {
  constexpr int kMany = 500;
  Folder folder;
  SqliteStore store(folder.path());
  for (int i = 0; i < kMany; ++i) store.open_room(room_id(i), "header");
  store.commit();
  const auto log = folder.path() / "ninelives.db-wal";
  const auto before = fs::file_size(log);
  for (int i = 0; i < kMany; ++i) store.append(room_id(i), event("a move"));
  store.commit();
  const auto pages = (fs::file_size(log) - before) / 4096;
  EXPECT_GT(pages, kMany * kBlobBytes / 4096);
  EXPECT_LT(pages, 2 * kMany * kBlobBytes / 4096) << "not a page for each room";
}

// Long enough that rows become old, rooms are settled and rows are removed.
TEST(NET_7_Recent, WhateverIsWhereEachRoomIsReadAsItWasWritten) {
  for (const int groups : {1, 50, 150, 300}) {
    SCOPED_TRACE(groups);
    const Rooms expected = expected_after(groups);
    Folder folder;
    play_and_die(folder, groups);
    for (int start = 0; start < 3; ++start) {
      SqliteStore store(folder.path());
      EXPECT_EQ(read_all(store), expected) << "after a kill, and after a stop in good order";
    }
  }
}

TEST(NET_7_Recent, ARoomThatWasKilledHalfwayGoesOn) {
  Folder folder;
  play_and_die(folder, 150);
  Rooms expected = expected_after(150);
  {
    SqliteStore store(folder.path());
    for (auto& [id, texts] : expected) {
      store.append(id, event("and on"));
      texts.push_back("and on");
    }
    store.open_room(room_id(77), "new");
    expected[room_id(77)] = {"new"};
    store.commit();
    EXPECT_EQ(read_all(store), expected);
  }
  SqliteStore store(folder.path());
  EXPECT_EQ(read_all(store), expected);
}

TEST(NET_7_Recent, OldRowsAreRemovedAndAStopLeavesNone) {
  Folder folder;
  play_and_die(folder, 300);
  EXPECT_GT(rows_in(folder, "blobs"), 0) << "rooms that have fallen silent are in their own place";
  EXPECT_LT(rows_in(folder, "recent"), 6'000) << "of some fifteen thousand";
  { SqliteStore store(folder.path()); }
  EXPECT_EQ(rows_in(folder, "recent"), 0);
}

TEST(NET_7_Recent, OfAForgottenRoomAStopLeavesNothing) {
  Folder folder;
  {
    SqliteStore store(folder.path());
    for (int i = 0; i < 2; ++i) {
      store.open_room(room_id(i), "header");
      for (int move = 0; move < 10; ++move) store.append(room_id(i), event("move"));
    }
    store.commit();
    store.forget_room(room_id(0));
    store.commit();
  }
  EXPECT_EQ(rows_in(folder, "recent"), 0);
  EXPECT_EQ(rows_in(folder, "blobs"), 11);
}

TEST(NET_7_Recent, AStoreOfBeforeThereWereRecentBlobsGoesOn) {
  Folder folder;
  {
    SqliteStore store(folder.path());
    store.open_room(room_id(1), "header");
    store.append(room_id(1), event("old"));
    store.commit();
  }
  Database(folder.database()).run("DROP TABLE recent; PRAGMA user_version = 3");
  for (int start = 0; start < 2; ++start) {
    SqliteStore store(folder.path());
    store.append(room_id(1), event("new"));
    store.commit();
    EXPECT_EQ(texts(store.open_rooms().at(0)).size(), std::size_t(3 + start));
  }
}

// Damage to the rows of a server that was killed.
class NET_6_RecentTamper : public testing::Test {
 protected:
  NET_6_RecentTamper() { play_and_die(folder, 3); }

  void expect_refused(const std::string& sql, const std::string& reason) {
    Database(folder.database()).run(sql.c_str());
    try {
      SqliteStore store(folder.path());
      FAIL() << "it was not noticed: " << sql;
    } catch (const StoreError& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }

  Folder folder;
};

TEST_F(NET_6_RecentTamper, AChangedRow) {
  expect_refused("UPDATE recent SET blob = zeroblob(296) WHERE number = 50",
                 "this is not what was stored there");
}

TEST_F(NET_6_RecentTamper, ARowLess) {
  expect_refused("DELETE FROM recent WHERE number = 50", "this is not what was stored there");
}

TEST_F(NET_6_RecentTamper, TheLastRowLess) {
  expect_refused("DELETE FROM recent WHERE number = (SELECT max(number) FROM recent)",
                 "--accept-loss");
}

TEST_F(NET_6_RecentTamper, ARowOfAnotherRoom) {
  expect_refused("UPDATE recent SET room = room + 1 WHERE number = 50",
                 "this is not what was stored there");
}

TEST_F(NET_6_RecentTamper, ARowThatIsSaidToBeSettled) {
  expect_refused("UPDATE recent SET place = -1 WHERE number = (SELECT max(number) FROM recent)",
                 "not whole");
}

TEST_F(NET_6_RecentTamper, AllRowsLess) { expect_refused("DELETE FROM recent", "--accept-loss"); }

}  // namespace
}  // namespace nl
