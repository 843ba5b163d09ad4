// Tests of tampering: the store is unreadable without its key and refuses every change.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "store/database.h"
#include "store/folder.h"
#include "store/seal.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

// Two rooms of a few entries and one that is closed.
class NET_6_Tamper : public testing::Test {
 protected:
  NET_6_Tamper() {
    SqliteStore store(folder.path());
    for (int room = 1; room <= 3; ++room) {
      store.open_room(room_id(room), "header");
      for (int i = 0; i < 5; ++i) store.append(room_id(room), event("event " + std::to_string(i)));
    }
    store.close_room(room_id(3));
    store.commit();
  }

  void sql(const std::string& text) {
    Database database(folder.database());
    database.trust_log();
    database.run(text.c_str());
  }

  std::string refusal() {
    try {
      SqliteStore store(folder.path());
      store.open_rooms();
      store.read_room(room_id(3));
    } catch (const StoreError& error) {
      return error.what();
    }
    return "";
  }

  void expect_refused(const std::string& reason) {
    EXPECT_NE(refusal().find(reason), std::string::npos) << refusal();
  }

  Folder folder;
};

TEST_F(NET_6_Tamper, UntouchedItIsRead) { EXPECT_EQ(refusal(), ""); }

TEST_F(NET_6_Tamper, AFlippedByte) {
  const std::string before = file_content(folder.database());
  for (const int at : {0, 30, 200, static_cast<int>(kBlobBytes) - 1}) {
    const auto [first, rest] = std::pair{std::to_string(at), std::to_string(at + 2)};
    sql("UPDATE blobs SET blob = substr(blob, 1, " + first + ") || " +
        "CASE WHEN hex(substr(blob, " + std::to_string(at + 1) + ", 1)) = '00' THEN x'01' " +
        "ELSE x'00' END || substr(blob, " + rest + ") WHERE room = 2 AND number = 3");
    expect_refused("blob 3: this is not what was stored there");
    std::ofstream(folder.database(), std::ios::binary) << before;
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(NET_6_Tamper, AFlippedByteOfAClosedRoom) {
  sql("UPDATE blobs SET blob = zeroblob(296) WHERE room = 3 AND number = 1");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, SwappedBlobs) {
  sql("UPDATE blobs SET number = number + 100 WHERE room = 1 AND number IN (2, 3);"
      "UPDATE blobs SET number = 305 - number WHERE room = 1 AND number > 100;"
      "UPDATE blobs SET number = number - 200 WHERE room = 1 AND number > 100");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, ABlobOfAnotherRoom) {
  sql("UPDATE blobs SET blob = (SELECT blob FROM blobs WHERE room = 2 AND number = 2)"
      " WHERE room = 1 AND number = 2");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, ABlobOfAnotherSize) {
  sql("UPDATE blobs SET blob = substr(blob, 2) WHERE room = 1 AND number = 2");
  expect_refused("wrong size");
}

TEST_F(NET_6_Tamper, ABlobLess) {
  sql("DELETE FROM blobs WHERE room = 1 AND number = 2");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, TheLastBlobLess) {
  sql("DELETE FROM blobs WHERE room = 1 AND number = 5");
  expect_refused("not whole");
}

TEST_F(NET_6_Tamper, TheLastBlobOfAClosedRoomLess) {
  sql("DELETE FROM blobs WHERE room = 3 AND number = 5");
  expect_refused("was cut short");
}

TEST_F(NET_6_Tamper, ARoomLess) {
  sql("DELETE FROM rooms WHERE number = 1; DELETE FROM blobs WHERE room = 1");
  expect_refused("not whole");
}

TEST_F(NET_6_Tamper, AnOpenRoomMarkedClosed) {
  sql("UPDATE rooms SET open = 0 WHERE number = 1");
  expect_refused("not whole");
}

TEST_F(NET_6_Tamper, AClosedRoomMarkedOpen) {
  sql("UPDATE rooms SET open = 1 WHERE number = 3");
  expect_refused("not whole");
}

TEST_F(NET_6_Tamper, ARoomPutBackToAnEarlierState) {
  {
    SqliteStore store(folder.path());
    store.append(room_id(1), event("a move to regret"));
    store.append(room_id(2), event("another room goes on"));
    store.commit();
  }
  sql("DELETE FROM blobs WHERE room = 1 AND number = 6");
  expect_refused("not whole");
}

TEST_F(NET_6_Tamper, RoomsThatChangedTheirNames) {
  sql("UPDATE rooms SET id = zeroblob(16) WHERE number = 1");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, AnotherLedger) {
  sql("UPDATE meta SET note = (SELECT note FROM meta WHERE name = 1) WHERE name = 2");
  expect_refused("this is not what was stored there");
}

TEST_F(NET_6_Tamper, AFileFromBeforeSchemasHadNumbers) {
  sql("DROP TABLE recent; ALTER TABLE rooms DROP COLUMN closed; PRAGMA user_version = 0");
  EXPECT_EQ(refusal(), "");
  Database database(folder.database());
  Statement version(database, "PRAGMA user_version");
  ASSERT_TRUE(version.step());
  EXPECT_EQ(version.number(0), 4) << "it has got its number";
}

TEST_F(NET_6_Tamper, AFileFromTheFuture) {
  sql("PRAGMA user_version = 1000");
  expect_refused("written by a newer version");
}

TEST_F(NET_6_Tamper, AnEntryOfAKindFromTheFuture) {
  {
    SqliteStore store(folder.path());
    store.append(room_id(1), {static_cast<EntryKind>(3), "what is this", {}});
    store.commit();
  }
  expect_refused("a kind that this version doesn't know");
}

TEST_F(NET_6_Tamper, AWrongKey) {
  Folder other;
  { SqliteStore store(other.path()); }
  fs::copy_file(other.key(), folder.key(), fs::copy_options::overwrite_existing);
  expect_refused("the key is not the one");
}

TEST_F(NET_6_Tamper, AMissingKeyIsNotReplaced) {
  fs::remove(folder.key());
  expect_refused("is missing");
  EXPECT_FALSE(fs::exists(folder.key()));
}

TEST_F(NET_6_Tamper, AKeyThatOthersCanRead) {
  chmod(folder.key().c_str(), 0644);
  expect_refused("others can read the key");
}

TEST_F(NET_6_Tamper, HalfAKey) {
  fs::resize_file(folder.key(), 16);
  expect_refused("no key of 32 bytes");
}

TEST_F(NET_6_Tamper, ADatabaseThatWasCutOff) {
  fs::resize_file(folder.database(), fs::file_size(folder.database()) / 2);
  expect_refused("damaged or cut off");
}

TEST_F(NET_6_Tamper, SomethingElseInItsPlace) {
  std::ofstream(folder.database()) << std::string(20'000, 'x');
  expect_refused("damaged or cut off");
}

TEST_F(NET_6_Tamper, ASecondServerOnTheSameData) {
  SqliteStore first(folder.path());
  EXPECT_NE(refusal().find("another process is using it"), std::string::npos) << refusal();
}

TEST_F(NET_6_Tamper, TheKeyLiesInAFileOfItsOwn) {
  struct stat info {};
  ASSERT_EQ(stat(folder.key().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  const std::string key = file_content(folder.key());
  ASSERT_EQ(key.size(), 32u);
  for (const auto& file : fs::directory_iterator(folder.path())) {
    if (file.path() == folder.key()) continue;
    EXPECT_EQ(file_content(file).find(key), std::string::npos) << file;
  }
}

TEST_F(NET_6_Tamper, EveryBlobHasOneSizeAndNoTwoAreAlike) {
  Database database(folder.database());
  Statement blobs(database, "SELECT blob FROM blobs");
  std::set<std::string> seen;
  while (blobs.step()) {
    const auto bytes = blobs.bytes(0);
    EXPECT_EQ(bytes.size(), kBlobBytes);
    EXPECT_TRUE(seen.emplace(bytes.begin(), bytes.end()).second);
  }
  EXPECT_EQ(seen.size(), 18u);
}

}  // namespace
}  // namespace nl
