// Tests with killed processes and full disks: nothing acknowledged is lost, doubled or changed.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <random>

#include "store/child.h"
#include "store/folder.h"
#include "store/no_core_dumps.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

constexpr int kRooms = 3;

std::string data_of(int group, int room, int i) {
  return std::to_string(group) + '/' + std::to_string(room) + '/' + std::to_string(i);
}

// Number of events of a group that each room gets: some groups are larger than others.
int size_of(int group) { return 1 + group % 7; }

// Writes groups for ever; says which one is durable, and nothing before that.
void write_groups(const std::filesystem::path& folder, int first_room, int pipe) {
  SqliteStore store(folder);
  for (int room = 0; room < kRooms; ++room) store.open_room(room_id(first_room + room), "header");
  for (int group = 0;; ++group) {
    for (int i = 0; i < size_of(group); ++i) {
      for (int room = 0; room < kRooms; ++room) {
        store.append(room_id(first_room + room), event(data_of(group, room, i)));
      }
    }
    store.commit();
    acknowledge(pipe, group);
  }
}

std::vector<std::string> expected_texts(int groups, int room) {
  std::vector<std::string> all = {"header"};
  for (int group = 0; group < groups; ++group) {
    for (int i = 0; i < size_of(group); ++i) all.push_back(data_of(group, room, i));
  }
  return all;
}

// All rooms stand after the same group, which is the last acknowledged one or the one after it.
void expect_nothing_lost(Store& store, int first_room, int acknowledged) {
  const std::vector<StoredRoom> rooms = store.open_rooms();
  if (rooms.empty()) {
    EXPECT_EQ(acknowledged, 0);
    return;
  }
  ASSERT_EQ(rooms.size(), std::size_t{kRooms});
  for (int groups : {acknowledged, acknowledged + 1}) {
    if (texts(rooms[0]) != expected_texts(groups, 0)) continue;
    for (int room = 0; room < kRooms; ++room) {
      EXPECT_EQ(rooms[static_cast<std::size_t>(room)].id, room_id(first_room + room));
      EXPECT_EQ(texts(rooms[static_cast<std::size_t>(room)]), expected_texts(groups, room));
    }
    return;
  }
  FAIL() << "neither " << acknowledged << " nor one group more: " << rooms[0].entries.size();
}

void kill_at_random(int times) {
  Folder folder;
  std::mt19937 random(4);
  int total = 0;
  for (int round = 0; round < times; ++round) {
    const int first_room = round * kRooms;
    const Child child([&](int pipe) { write_groups(folder.path(), first_room, pipe); });
    // Every other one dies while it starts, on a slow machine; the rest have got somewhere.
    const int heard = round % 2;
    child.wait_for(heard);
    usleep(std::uniform_int_distribution<useconds_t>(0, 25'000)(random));
    child.kill_now();
    child.wait_for_end();
    const int acknowledged = heard + static_cast<int>(child.acknowledged().size());
    total += acknowledged;
    SqliteStore store(folder.path());
    expect_nothing_lost(store, first_room, acknowledged);
    for (const StoredRoom& room : store.open_rooms()) store.close_room(room.id);
    store.commit();
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(total, 0) << "no group ever got through";
}

TEST(NET_7_Crash, KilledAtRandomNothingAcknowledgedIsLostOrDoubled) { kill_at_random(100); }
TEST(NET_7_Crash, LongKilledAtRandom) { kill_at_random(3'000); }

// The file may not grow beyond a limit: for the store that is a full disk.
void write_until_full(const std::filesystem::path& folder, int pipe) {
  SqliteStore store(folder);
  store.open_room(room_id(0), "header");
  store.commit();
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{600'000, 600'000};
  setrlimit(RLIMIT_FSIZE, &small);
  try {
    for (int i = 0;; ++i) {
      store.append(room_id(0), event(std::to_string(i)));
      store.commit();
      acknowledge(pipe, i);
    }
  } catch (const StoreError&) {
  }
  for (const auto& attempt : std::vector<std::function<void()>>{
           [&] { store.append(room_id(0), event("more")); }, [&] { store.commit(); },
           [&] { store.open_rooms(); }, [&] { store.open_room(room_id(1), "header"); }}) {
    try {
      attempt();
      _exit(3);
    } catch (const StoreError&) {
    }
  }
  _exit(2);
}

TEST(NET_7_Crash, AFullDiskStopsTheStoreAndLosesNothing) {
  Folder folder;
  const Child child([&](int pipe) { write_until_full(folder.path(), pipe); });
  const auto acknowledged = child.acknowledged().size();
  const int status = child.wait_for_end();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2) << "it must fail, and stay failed";
  EXPECT_GT(acknowledged, 10u);
  SqliteStore store(folder.path());
  const auto entries = store.open_rooms().at(0).entries.size() - 1;
  EXPECT_TRUE(entries == acknowledged || entries == acknowledged + 1)
      << entries << " for " << acknowledged;
}

TEST(NET_6_Crash, NoCoreDumps) {
  const Child child([](int pipe) {
    const bool forbidden = forbid_core_dumps();
    rlimit limit{1, 1};
    getrlimit(RLIMIT_CORE, &limit);
    acknowledge(pipe, forbidden && limit.rlim_cur == 0 && limit.rlim_max == 0 &&
                          prctl(PR_GET_DUMPABLE) == 0);
  });
  EXPECT_EQ(child.acknowledged(), std::vector<int>{1});
  child.wait_for_end();
}

}  // namespace
}  // namespace nl
