// Tests of several nodes on one PostgreSQL: fencing, takeover, and commits without an answer.
#include <gtest/gtest.h>

#include "store/postgres_schema.h"
#include "store/postgres_server.h"
#include "store/sqlite_store.h"
#include "store/store_place.h"

namespace nl {
namespace {

using Texts = std::vector<std::string>;

class Postgres : public testing::Test {
 protected:
  void SetUp() override {
    if (PostgresServer::get() == nullptr) GTEST_SKIP() << PostgresServer::why_not();
    address = PostgresServer::get()->new_database();
  }
  void sql(const std::string& script) { PostgresLink(address, "test").run_script(script); }
  std::uint64_t number(const char* query) {
    return PostgresLink(address, "test").run(query).number(0, 0);
  }

  std::string address;
};
using CLU_1_Fence = Postgres;
using CLU_2_TakeOver = Postgres;
using CLU_3_NoAnswer = Postgres;
using CLU_5_Copy = Postgres;
using CLU_4_Engines = Postgres;
using CLU_5_Schema = Postgres;

TEST_F(CLU_1_Fence, WhoHasLostItsRoomsWritesNothing) {
  PostgresHolder first(address);
  first.store.open_room(room_id(1), "header");
  first.store.append(room_id(1), event("a"));
  first.store.commit();
  PostgresHolder second(address);
  second.take_all();
  first.store.append(room_id(1), event("too late"));
  EXPECT_THROW(first.store.commit(), StoreError);
  EXPECT_THROW(first.store.commit(), StoreError) << "and not afterwards either";
  second.store.append(room_id(1), event("b"));
  second.store.commit();
  EXPECT_EQ(texts(second.store.read_room(room_id(1))), (Texts{"header", "a", "b"}));
}

// Its connections are cut when it is evicted; here it gets new ones, and is fenced all the same.
TEST_F(CLU_1_Fence, ANewConnectionIsNoNewEpoch) {
  PostgresHolder first(address);
  first.store.open_room(room_id(1), "header");
  first.store.commit();
  const Epoch old = first.node.epoch();
  PostgresHolder second(address);
  second.take_all();
  PostgresBlobs stale(address, old);
  EXPECT_THROW(stale.commit({.rooms = {{room_id(1), {.first = 1, .blobs = {Blob{}}, .term = 1}}}}),
               FencedError);
  EXPECT_THROW(
      stale.commit({.rooms = {{room_id(9), {.opened = true, .blobs = {Blob{}}, .term = 1}}}}),
      FencedError);
  EXPECT_THROW(stale.commit({.forgotten = {{room_id(1), 1}}}), FencedError);
  first.node.hang_up();
  EXPECT_FALSE(first.node.renew());
  EXPECT_EQ(number("SELECT count(*) FROM ninelives.entry"), 1u);
}

TEST_F(CLU_1_Fence, ALivingNodeCantWriteToARoomThatItHasLetGo) {
  PostgresHolder first(address);
  first.store.open_room(room_id(1), "header");
  first.store.open_room(room_id(2), "header");
  first.store.release({room_id(1)});
  EXPECT_THROW(first.store.append(room_id(1), event("mine?")), StoreError);
  PostgresBlobs own(address, first.node.epoch());
  EXPECT_THROW(own.commit({.rooms = {{room_id(1), {.first = 1, .blobs = {Blob{}}, .term = 1}}}}),
               FencedError);
  EXPECT_THROW(own.commit({.rooms = {{room_id(1), {.first = 1, .blobs = {Blob{}}, .term = 2}}}}),
               FencedError);
  PostgresHolder second(address);
  ASSERT_EQ(second.node.orphans().size(), 1u);
  EXPECT_TRUE(second.take(second.node.orphans()[0].holder));
  second.store.append(room_id(1), event("theirs"));
  second.store.commit();
  first.store.append(room_id(2), event("still its own"));
  first.store.commit();
  EXPECT_EQ(texts(second.store.read_room(room_id(1))).back(), "theirs");
}

// The eviction waits for what is being written: nothing comes after it.
TEST_F(CLU_1_Fence, TermsNeverFallAndAForkCantBeOpened) {
  PostgresHolder first(address);
  first.store.open_room(room_id(1), "header");
  first.store.commit();
  PostgresHolder second(address);
  second.take_all();
  second.store.append(room_id(1), event("a"));
  second.store.commit();
  EXPECT_EQ(number("SELECT max(term) FROM ninelives.entry"), 2u);
  EXPECT_NO_THROW(second.store.read_room(room_id(1)));
  sql("UPDATE ninelives.entry SET term = 1 WHERE n = 1");
  EXPECT_THROW(second.store.read_room(room_id(1)), StoreError);
  sql("UPDATE ninelives.entry SET term = 3 WHERE n = 0; UPDATE ninelives.entry SET term = 2 WHERE "
      "n = 1");
  EXPECT_THROW(second.store.read_room(room_id(1)), StoreError);
}

TEST_F(CLU_2_TakeOver, OfTwoClaimantsOneGetsAll) {
  {
    PostgresHolder dead(address);
    for (int i = 0; i < 5; ++i) dead.store.open_room(room_id(i), "header");
    dead.store.commit();
  }
  PostgresHolder second(address);
  PostgresHolder third(address);
  const Epoch dead = second.node.peers().at(0).epoch;
  second.node.evict(dead);
  const auto one = PostgresStore::read_orphaned(address, second.key, dead);
  const auto other = PostgresStore::read_orphaned(address, third.key, dead);
  ASSERT_TRUE(one && other);
  EXPECT_TRUE(third.store.adopt(*other));
  EXPECT_FALSE(second.store.adopt(*one));
  EXPECT_EQ(third.store.open_rooms().size(), 5u);
  EXPECT_EQ(second.store.open_rooms().size(), 0u);
  second.store.open_room(room_id(77), "and the other is as well as before");
  second.store.commit();
}

TEST_F(CLU_2_TakeOver, WhatIsMissingIsNoticed) {
  {
    PostgresHolder dead(address);
    for (int i = 0; i < 3; ++i) dead.store.open_room(room_id(i), "header");
    dead.store.append(room_id(1), event("a"));
    dead.store.commit();
  }
  sql("DELETE FROM ninelives.entry WHERE n = 1");
  PostgresHolder second(address);
  EXPECT_THROW(second.take_all(), StoreError);
  EXPECT_EQ(second.node.orphans().size(), 1u) << "it is left for whoever looks into it";
}

TEST_F(CLU_2_TakeOver, ADeadNodeIsSeenByItsLock) {
  PostgresHolder living(address);
  {
    PostgresHolder dying(address);
    dying.store.open_room(room_id(1), "header");
    dying.store.commit();
    ASSERT_EQ(living.node.peers().size(), 1u);
    EXPECT_TRUE(living.node.peers()[0].alive());
  }
  for (int i = 0; i < 100 && living.node.peers().at(0).locked; ++i) usleep(10'000);
  EXPECT_FALSE(living.node.peers().at(0).alive());
  EXPECT_FALSE(living.node.peers().at(0).expired) << "long before its lease is over";
}

// The connection breaks while the commit is under way. In any case the next epoch
// reads it, goes on from there, and nothing is there twice.
TEST_F(CLU_3_NoAnswer, ACommitWithoutAnAnswerIsReadAgain) {
  for (int round = 0; round < 6; ++round) {
    PostgresHolder first(address);
    first.take_all();
    const RoomId room = room_id(round);
    first.store.open_room(room, "header");
    first.store.commit();
    first.store.append(room, event("a"));
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
        "'ninelives " +
        std::to_string(first.node.epoch()) + "'");
    EXPECT_THROW(first.store.commit(), StoreError);
    PostgresHolder next(address);
    next.take_all();
    const Texts found = texts(next.store.read_room(room));
    if (found.size() == 1) next.store.append(room, event("a"));
    next.store.commit();
    EXPECT_EQ(texts(next.store.read_room(room)), (Texts{"header", "a"}));
  }
}

TEST_F(CLU_3_NoAnswer, AnotherKeyIsRefused) {
  { PostgresHolder first(address); }
  PostgresNode node(address, {.url = "", .engine = 0});
  EXPECT_THROW(PostgresStore(address, SealKey({9}), node.epoch()), StoreError);
}

// ---- rooms that are not for everybody's rules
// -----------------------------------------------------

TEST_F(CLU_4_Engines, WhoCantGoOnWithARoomLeavesItWithItsRules) {
  PostgresHolder dead(address);
  for (int i = 0; i < 4; ++i) dead.store.open_room(room_id(i), "header");
  dead.store.commit();
  PostgresHolder second(address);
  second.node.evict(dead.node.epoch());
  const auto orphaned = PostgresStore::read_orphaned(address, second.key, dead.node.epoch());
  ASSERT_TRUE(second.store.adopt(*orphaned, {room_id(1), room_id(2)}));
  EXPECT_EQ(second.store.held(), (std::vector<RoomId>{room_id(0), room_id(3)}));
  const auto orphans = second.node.orphans();
  ASSERT_EQ(orphans.size(), 1u);
  EXPECT_EQ(orphans[0].rooms, 2u);
  EXPECT_EQ(orphans[0].engines, std::vector<std::uint64_t>{own_engine()});
  EXPECT_THROW(second.store.append(room_id(1), event("mine?")), StoreError);
  PostgresHolder third(address);
  EXPECT_TRUE(third.take(orphans[0].holder)) << "with a ledger that is whole";
  third.store.append(room_id(2), event("on"));
  third.store.commit();
  second.store.append(room_id(0), event("on"));
  second.store.commit();
  EXPECT_EQ(texts(third.store.read_room(room_id(2))), (Texts{"header", "on"}));
}

TEST_F(CLU_4_Engines, ARoomHasTheRulesOfWhoTookItLast) {
  {
    PostgresHolder first(address);
    first.store.open_room(room_id(1), "header");
    first.store.commit();
  }
  PostgresNode other(address, {.url = "", .engine = 77});
  PostgresStore store(address, SealKey({1, 2, 3}), other.epoch());
  for (const Peer& peer : other.peers()) other.evict(peer.epoch);
  const auto orphans = other.orphans();
  ASSERT_EQ(orphans.size(), 1u);
  EXPECT_EQ(orphans[0].engines, std::vector<std::uint64_t>{own_engine()});
  const auto orphaned =
      PostgresStore::read_orphaned(address, SealKey({1, 2, 3}), orphans[0].holder);
  ASSERT_TRUE(store.adopt(*orphaned));
  EXPECT_EQ(number("SELECT engine FROM ninelives.room"), 77u);
  store.release({room_id(1)});
  EXPECT_EQ(other.orphans().at(0).engines, std::vector<std::uint64_t>{77});
}

// ---- tables of before and after
// ---------------------------------------------------------------------

// A node of the version before runs on while a new one brings the tables up to date.
TEST_F(CLU_5_Schema, WhatTheFirstVersionWroteGoesOn) {
  {
    PostgresLink link(address, "test");
    bring_up_to_date(link, 1);
  }
  sql("INSERT INTO ninelives.node VALUES (nextval('ninelives.epoch'), 'ws://old/ws', 4711,"
      " clock_timestamp() + interval '1 h');"
      "INSERT INTO ninelives.room (id, owner, term) VALUES ('\\x0102', 1, 1);");
  {
    PostgresLink link(address, "test");
    bring_up_to_date(link);
  }
  EXPECT_EQ(number("SELECT engine FROM ninelives.room"), 4711u);
  sql("SET search_path = ninelives;"
      "INSERT INTO room (id, owner, term) VALUES ('\\x0103', 1, 1);"
      "SELECT let_go(1, ARRAY['\\x0103'::bytea], '\\x00');");
  EXPECT_EQ(number("SELECT engine FROM ninelives.room WHERE id = '\\x0103'"), 4711u);
  PostgresHolder next(address);
  next.store.open_room(room_id(1), "header");
  next.store.commit();
  EXPECT_EQ(texts(next.store.read_room(room_id(1))), (Texts{"header"}));
}

TEST_F(CLU_5_Schema, TablesOfANewerVersionAreRefused) {
  { PostgresHolder first(address); }
  sql("INSERT INTO ninelives.schema_step VALUES (99)");
  try {
    PostgresHolder second(address);
    FAIL() << "it was taken";
  } catch (const StoreError& error) {
    EXPECT_STREQ(error.what(), "the database was written by a newer version of ninelives");
  }
}

// ---- moving ---------------------------------------------------------------------------------

void fill(SealedStore& store) {
  for (int i = 0; i < 20; ++i) {
    store.open_room(room_id(i), "header " + std::to_string(i));
    for (int n = 0; n < i; ++n) store.append(room_id(i), event(std::string(40 * n, 'x')));
  }
  store.close_room(room_id(3));
  store.commit();
}

std::vector<StoredRoom> content(const std::filesystem::path& folder) {
  SqliteStore store(folder);
  std::vector<StoredRoom> rooms = store.open_rooms();
  rooms.push_back(store.read_room(room_id(3)));
  return rooms;
}

TEST_F(CLU_5_Copy, FromAFolderToADatabaseAndBack) {
  Folder from;
  Folder back;
  {
    SqliteStore store(from.path());
    fill(store);
  }
  const StorePlace database{address, from.key()};
  const StoreCount moved = copy_store({from.path()}, database);
  EXPECT_EQ(moved.open, 19u);
  EXPECT_EQ(moved.closed, 1u);
  EXPECT_EQ(check_store(database).entries, moved.entries);
  copy_store(database, {back.path()});
  EXPECT_EQ(content(back.path()), content(from.path()));
  EXPECT_NE(file_content(back.key()), file_content(from.key())) << "sealed again";
  EXPECT_THROW(copy_store({from.path()}, database), StoreError) << "it is not empty any more";
}

TEST_F(CLU_5_Copy, ABackupOfWhatIsInUse) {
  Folder copy;
  PostgresHolder node(address);
  fill(node.store);
  std::filesystem::create_directories(copy.path());
  const auto key = copy.path() / "the.key";
  {
    std::ofstream out(key, std::ios::binary);
    SealKey::Bytes bytes{1, 2, 3};
    out.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  std::filesystem::permissions(key, std::filesystem::perms::owner_read);
  EXPECT_EQ(copy_store({address, key}, {copy.path() / "data"}).open, 19u);
  node.store.append(room_id(1), event("it goes on"));
  node.store.commit();
  const std::string other = PostgresServer::get()->new_database();
  EXPECT_EQ(copy_store({copy.path() / "data"}, {other, copy.path() / "data/ninelives.key"}).open,
            19u);
}

TEST_F(CLU_5_Copy, ACheckFindsWhatIsNotWhole) {
  Folder from;
  {
    SqliteStore store(from.path());
    fill(store);
  }
  const StorePlace database{address, from.key()};
  copy_store({from.path()}, database);
  sql("UPDATE ninelives.entry SET blob = set_byte(blob, 100, 255 - get_byte(blob, 100)) WHERE n = 4"
      " AND room = (SELECT max(room) FROM ninelives.entry)");
  EXPECT_THROW(check_store(database), StoreError);
  EXPECT_THROW(check_store({address, from.path() / "no.key"}), StoreError);
}

TEST_F(CLU_5_Copy, ClosedRoomsAreKeptForAsLongAsIsSaid) {
  PostgresHolder node(address);
  fill(node.store);
  EXPECT_EQ(node.store.forget_closed(std::chrono::hours(1)), 0u);
  EXPECT_EQ(node.store.forget_closed(std::chrono::seconds(0)), 1u);
  EXPECT_THROW(node.store.read_room(room_id(3)), StoreError);
  EXPECT_EQ(number("SELECT count(*) FROM ninelives.entry WHERE room NOT IN"
                   " (SELECT number FROM ninelives.room)"),
            0u);
  EXPECT_GT(node.store.blobs().bytes(), 10'000u);
}

// The last that was closed stays; which are open doesn't matter.
void expect_the_first_closed_go(SealedStore& store) {
  fill(store);
  for (const int room : {5, 10, 15}) {
    store.close_room(room_id(room));
    store.commit();
  }
  EXPECT_EQ(store.keep_closed_within(1'000'000), 0u);
  EXPECT_EQ(store.keep_closed_within(10'000), 3u) << "room 15 alone takes most of that";
  EXPECT_THROW(store.read_room(room_id(10)), StoreError);
  EXPECT_NO_THROW(store.read_room(room_id(15)));
  EXPECT_NO_THROW(store.read_room(room_id(4)));
  EXPECT_EQ(store.keep_closed_within(100), 1u);
}

TEST_F(CLU_5_Copy, TheFirstClosedGoWhereTheyTakeTooMuch) {
  PostgresHolder node(address);
  expect_the_first_closed_go(node.store);
}

TEST(CLU_5_Folder, TheFirstClosedGoWhereTheyTakeTooMuch) {
  Folder folder;
  SqliteStore store(folder.path());
  expect_the_first_closed_go(store);
}

TEST(CLU_5_Folder, ClosedRoomsAreKeptForAsLongAsIsSaid) {
  Folder folder;
  SqliteStore store(folder.path());
  fill(store);
  EXPECT_EQ(store.forget_closed(std::chrono::hours(1)), 0u);
  EXPECT_EQ(store.forget_closed(std::chrono::seconds(0)), 1u);
  EXPECT_THROW(store.read_room(room_id(3)), StoreError);
  EXPECT_GT(store.blobs().bytes(), 10'000u);
}

}  // namespace
}  // namespace nl
