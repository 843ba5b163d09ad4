// Tests of damaged, truncated or missing files: acknowledged data is there, or the start reports
// the loss.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <random>

#include "store/child.h"
#include "store/database.h"
#include "store/file.h"
#include "store/folder.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr int kGroups = 40;
constexpr auto kAll = fs::copy_options::recursive | fs::copy_options::overwrite_existing;

void write_until_killed(const fs::path& folder, int pipe) {
  SqliteStore store(folder);
  store.open_room(room_id(1), "header");
  for (int group = 0;; ++group) {
    store.append(room_id(1), event(std::to_string(group)));
    store.commit();
    acknowledge(pipe, group);
    if (group + 1 == kGroups) pause();
  }
}

// A server that was killed with all its moves in the log.
class NET_7_Loss : public testing::Test {
 protected:
  NET_7_Loss() {
    const Child child([&](int pipe) { write_until_killed(folder.path(), pipe); });
    child.wait_for(kGroups);
    child.kill_now();
    child.wait_for_end();
    fs::copy(folder.path(), before.path(), kAll);
  }

  fs::path log() const { return folder.path() / "ninelives.db-wal"; }
  fs::path count() const { return folder.path() / "ninelives.count"; }

  void put_back() {
    fs::remove_all(folder.path());
    fs::copy(before.path(), folder.path(), kAll);
  }

  std::string refusal() {
    try {
      SqliteStore store(folder.path());
      const auto rooms = store.open_rooms();
      EXPECT_EQ(rooms.size(), 1u);
      if (!rooms.empty()) {
        EXPECT_EQ(rooms[0].entries.size(), std::size_t{kGroups + 1});
      }
    } catch (const StoreError& error) {
      return error.what();
    }
    return "";
  }
  // It says what is missing and what to do, and touches nothing.
  void expect_refused(const std::string& reason) {
    const std::string damaged_log = file_content(log());
    const std::string damaged_database = file_content(folder.database());
    for (int i = 0; i < 2; ++i) {
      const std::string why = refusal();
      EXPECT_NE(why.find(reason), std::string::npos) << why;
      EXPECT_NE(why.find("--accept-loss"), std::string::npos) << why;
    }
    EXPECT_EQ(file_content(log()), damaged_log);
    EXPECT_EQ(file_content(folder.database()), damaged_database);
  }
  // Given up, named, and from then on an ordinary store.
  std::vector<StoredRoom> expect_accepted(const std::string& what) {
    std::vector<StoredRoom> rooms;
    {
      SqliteStore store(folder.path(), {}, OnLoss::Accept);
      EXPECT_NE(store.loss().find(what), std::string::npos) << store.loss();
      rooms = store.open_rooms();
      store.open_room(room_id(9), "a new one");
      store.commit();
    }
    SqliteStore store(folder.path());
    EXPECT_EQ(store.loss(), "");
    EXPECT_EQ(store.open_rooms().size(), rooms.size() + 1);
    return rooms;
  }

  Folder folder;
  Folder before;
};

void flip_bit(const fs::path& file, std::size_t bit) {
  std::string content = file_content(file);
  content.at(bit / 8) = static_cast<char>(content.at(bit / 8) ^ 1 << bit % 8);
  std::ofstream(file, std::ios::binary) << content;
}

constexpr auto kShort = "end before what was acknowledged";

TEST_F(NET_7_Loss, UntouchedNothingIsMissing) { EXPECT_EQ(refusal(), ""); }

TEST_F(NET_7_Loss, TwentyFiveFlippedBitsOfTheLog) {
  std::mt19937 random(17);
  const std::size_t bits = 8 * fs::file_size(log());
  for (int i = 0; i < 25; ++i) {
    const std::size_t bit = std::uniform_int_distribution<std::size_t>(0, bits - 1)(random);
    SCOPED_TRACE("bit " + std::to_string(bit));
    flip_bit(log(), bit);
    expect_refused(kShort);
    flip_bit(log(), bit);
  }
  EXPECT_EQ(refusal(), "") << "with the bits as they were nothing is missing";
}

TEST_F(NET_7_Loss, ALogThatWasTakenAwayEmptiedOrCut) {
  const auto size = fs::file_size(log());
  for (const auto left : {size - 1, size / 2, std::uintmax_t{33}, std::uintmax_t{0}}) {
    fs::resize_file(log(), left);
    expect_refused(left > size / 2 ? "commit 39 of 40" : "--accept-loss");
    put_back();
  }
  fs::remove(log());
  EXPECT_NE(refusal().find("--accept-loss"), std::string::npos) << refusal();
}

TEST_F(NET_7_Loss, ALogOfBefore) {
  Folder early;
  fs::copy(folder.path(), early.path(), kAll);
  {
    SqliteStore store(folder.path());
    store.append(room_id(1), event("a move to regret"));
    store.commit();
  }
  for (const char* name : {"ninelives.db", "ninelives.db-wal"}) {
    fs::copy_file(early.path() / name, folder.path() / name, fs::copy_options::overwrite_existing);
  }
  expect_refused(kShort);
}

TEST_F(NET_7_Loss, ADatabaseThatWasTakenAwayOrEmptiedBesideItsKey) {
  for (const bool with_log : {true, false}) {
    fs::remove(folder.database());
    if (with_log) fs::remove(log());
    expect_refused("is missing or empty");
    EXPECT_FALSE(fs::exists(folder.database()));
    put_back();
    fs::resize_file(folder.database(), 0);
    if (with_log) fs::remove(log());
    expect_refused("is missing or empty");
    put_back();
  }
  for (const auto& file : {folder.database(), log(), count()}) fs::remove(file);
  expect_refused("is missing or empty");
}

TEST_F(NET_7_Loss, ACountThatWasTakenAwayOrDamaged) {
  fs::remove(count());
  expect_refused("ninelives.count is missing");
  put_back();
  fs::resize_file(count(), 0);
  expect_refused("ninelives.count");
  put_back();
  flip_bit(count(), 8 * 100);
  EXPECT_EQ(refusal(), "") << "the other of the two is there";
  put_back();
  flip_bit(count(), 8 * 100);
  flip_bit(count(), 8 * (4096 + 100));
  expect_refused("ninelives.count");
}

TEST_F(NET_7_Loss, AfterAStopInGoodOrderTheCountIsExact) {
  { SqliteStore store(folder.path()); }
  const std::string stopped = file_content(count());
  {
    SqliteStore store(folder.path());
    store.append(room_id(1), event("one more"));
    store.commit();
  }
  std::ofstream(count(), std::ios::binary) << stopped;
  expect_refused("ninelives.count is from before");
}

TEST_F(NET_7_Loss, AcceptedALossIsNamedOnceAndWhatIsLeftGoesOn) {
  fs::resize_file(log(), fs::file_size(log()) - 1);
  const auto rooms = expect_accepted("commit 39 of 40, 1 stored moves are missing, 1 rooms");
  ASSERT_EQ(rooms.size(), 1u);
  EXPECT_EQ(rooms[0].entries.size(), std::size_t{kGroups});
}

TEST_F(NET_7_Loss, AcceptedAMissingDatabaseIsBegunAnewUnderItsKey) {
  const std::string key = file_content(folder.key());
  fs::remove(folder.database());
  EXPECT_TRUE(expect_accepted("is missing or empty").empty());
  EXPECT_EQ(file_content(folder.key()), key);
}

TEST_F(NET_7_Loss, AcceptedADamagedRoomIsGivenUpAndTheOthersAreLeft) {
  {
    SqliteStore store(folder.path());
    store.open_room(room_id(2), "another");
    store.commit();
  }
  Database(folder.database()).run("UPDATE blobs SET blob = zeroblob(296) WHERE number = 7");
  EXPECT_NE(refusal().find("blob 7: this is not what was stored there"), std::string::npos);
  EXPECT_EQ(expect_accepted("blob 7").size(), 1u);
}

TEST_F(NET_7_Loss, WithoutALossAcceptingItChangesNothing) {
  SqliteStore store(folder.path(), {}, OnLoss::Accept);
  EXPECT_EQ(store.loss(), "");
  EXPECT_EQ(store.open_rooms().at(0).entries.size(), std::size_t{kGroups + 1});
}

TEST(NET_7_FirstStart, CutOffItIsBegunAgainWithTheSameKey) {
  Folder folder;
  { SqliteStore store(folder.path()); }
  const std::string key = file_content(folder.key());
  fs::rename(folder.key(), folder.key().string() + ".new");
  { SqliteStore store(folder.path()); }
  EXPECT_EQ(file_content(folder.key()), key);
  EXPECT_FALSE(fs::exists(folder.key().string() + ".new"));
}

TEST(NET_6_Folder, OnlyItsOwnerMayLookIntoIt) {
  Folder folder;
  chmod(folder.path().c_str(), 0755);
  const auto modes = [&] {
    std::string text;
    for (const auto& file : fs::directory_iterator(folder.path())) {
      struct stat info {};
      stat(file.path().c_str(), &info);
      if ((info.st_mode & 077) != 0) text += file.path().filename().string() + ' ';
    }
    struct stat info {};
    stat(folder.path().c_str(), &info);
    return text + ((info.st_mode & 077) != 0 ? "." : "");
  };
  {
    SqliteStore store(folder.path());
    store.open_room(room_id(1), "header");
    store.commit();
    EXPECT_EQ(modes(), "");
  }
  chmod(folder.path().c_str(), 0755);
  chmod(folder.database().c_str(), 0644);
  SqliteStore store(folder.path());
  EXPECT_EQ(modes(), "") << "one of an earlier version is closed to others";
}

TEST(NET_6_Folder, OneThatIsSomebodyElsesIsLeftAlone) {
  Folder home;
  std::ofstream(home.path() / "letter.txt") << "Dear Ann";
  fs::create_directory(home.path() / "games");
  chmod((home.path() / "games").c_str(), 0755);
  chmod(home.path().c_str(), 0755);
  { SqliteStore store(home.path()); }
  EXPECT_TRUE(is_open_to_others(home.path() / "games")) << "there was no store beside it";
  SqliteStore store(home.path());
  EXPECT_TRUE(is_open_to_others(home.path())) << "at the next start, too: the server warns of it";
  EXPECT_FALSE(is_open_to_others(home.database()));
}

TEST(NET_6_Folder, WhatIsWrittenBesideTheStoreIsForTheOwnerAlone) {
  Folder folder;
  const mode_t before = umask(0);
  std::ofstream(folder.path() / "losses.txt") << "1 old\n";
  write_private(folder.path() / "losses.txt", "2 new\n", Put::Behind);
  write_private(folder.path() / "note.json", "long", Put::InPlace);
  write_private(folder.path() / "note.json", "new", Put::InPlace);
  umask(before);
  EXPECT_EQ(file_content(folder.path() / "losses.txt"), "1 old\n2 new\n");
  EXPECT_EQ(file_content(folder.path() / "note.json"), "new");
  EXPECT_FALSE(is_open_to_others(folder.path() / "losses.txt"));
  EXPECT_FALSE(is_open_to_others(folder.path() / "note.json"));
  EXPECT_THROW(write_private(folder.path() / "no/such/folder", "", Put::InPlace), StoreError);
}

// A store with enough in it that a copy takes several steps.
void fill(SqliteStore& store, int rooms) {
  for (int room = 0; room < rooms; ++room) {
    store.open_room(room_id(room), "header");
    store.append(room_id(room), event(std::string(20'000, 'x')));
  }
  store.commit();
}

TEST(NET_7_Backup, IsMadeWhileGamesGoOnAndHoldsWhatWasCommittedAtItsEnd) {
  Folder folder;
  Folder backup;
  SqliteStore store(folder.path());
  fill(store, 200);
  store.begin_backup(backup.path() / "copy");
  int steps = 0;
  while (!store.backup_step()) {
    store.append(room_id(0), event("meanwhile " + std::to_string(++steps)));
    store.commit();
  }
  ASSERT_GT(steps, 2);
  const auto expected = store.open_rooms();
  store.append(room_id(0), event("too late"));
  store.commit();
  fs::copy(folder.key(), backup.path() / "copy/ninelives.key");
  SqliteStore copy(backup.path() / "copy");
  EXPECT_EQ(copy.open_rooms(), expected);
}

TEST(NET_7_Backup, RestoredItTakesThePlaceOfWhatWasThere) {
  Folder folder;
  Folder backup;
  {
    SqliteStore store(folder.path());
    fill(store, 3);
    store.begin_backup(backup.path() / "copy");
    while (!store.backup_step()) {
    }
    EXPECT_THROW(restore_backup(backup.path() / "copy", folder.path()), StoreError) << "in use";
    store.open_room(room_id(77), "later");
    store.commit();
  }
  fs::resize_file(folder.database(), 5'000);  // why there are backups
  const fs::path aside = restore_backup(backup.path() / "copy", folder.path());
  EXPECT_EQ(fs::file_size(aside / "ninelives.db"), 5'000u);
  SqliteStore store(folder.path());
  EXPECT_EQ(store.open_rooms().size(), 3u);
}

// Finished and voided games lie beside the store.
TEST(NET_7_Backup, FilesBesideTheStoreAreInItAndComeBack) {
  Folder folder;
  Folder backup;
  const fs::path copy = backup.path() / "copy";
  {
    SqliteStore store(folder.path());
    fs::create_directories(folder.path() / "games");
    fs::create_directories(folder.path() / "voided");
    for (int i = 0; i < 100; ++i) {
      std::ofstream(folder.path() / "games" / (std::to_string(i) + ".jsonl")) << "game " << i;
    }
    std::ofstream(folder.path() / "games/100.jsonl.new") << "half a ga";
    std::ofstream(folder.path() / "voided/abc.json") << "why";
    std::ofstream(folder.path() / "losses.txt") << "what";
    store.begin_backup(copy);
    while (!store.backup_step()) {
    }
  }
  EXPECT_EQ(file_content(copy / "games/99.jsonl"), "game 99");
  EXPECT_FALSE(fs::exists(copy / "games/100.jsonl.new"));
  for (const auto& entry : fs::recursive_directory_iterator(copy)) {
    EXPECT_FALSE(is_open_to_others(entry.path())) << entry.path();
  }
  fs::remove_all(folder.path() / "voided");
  fs::remove(folder.path() / "losses.txt");
  fs::remove(folder.path() / "games/7.jsonl");
  std::ofstream(folder.path() / "games/8.jsonl") << "deleted by its player";
  restore_backup(copy, folder.path());
  EXPECT_EQ(file_content(folder.path() / "games/7.jsonl"), "game 7");
  EXPECT_EQ(file_content(folder.path() / "games/8.jsonl"), "deleted by its player");
  EXPECT_EQ(file_content(folder.path() / "voided/abc.json"), "why");
  EXPECT_EQ(file_content(folder.path() / "losses.txt"), "what");
}

TEST(NET_7_Backup, WhatIsNoBackupChangesNothing) {
  Folder folder;
  Folder backup;
  { SqliteStore store(folder.path()); }
  const std::string before = file_content(folder.database());
  EXPECT_THROW(restore_backup(backup.path(), folder.path()), StoreError);
  {
    SqliteStore store(folder.path());
    store.begin_backup(backup.path() / "copy");
    while (!store.backup_step()) {
    }
    EXPECT_THROW(store.begin_backup(backup.path() / "copy"), StoreError) << "there is one already";
  }
  fs::resize_file(backup.path() / "copy/ninelives.db", 5'000);
  EXPECT_THROW(restore_backup(backup.path() / "copy", folder.path()), StoreError);
  SqliteStore store(folder.path());
}

}  // namespace
}  // namespace nl
