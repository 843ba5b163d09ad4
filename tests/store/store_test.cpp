// What every store does, in memory or on a disk.
// Requirements: NET-7
#include "store/store.h"

#include <gtest/gtest.h>

#include "store/engine_hash.h"
#include "store/folder.h"
#include "store/memory_store.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

using Texts = std::vector<std::string>;

// A store that can be thrown away and come back, as after a kill.
class OnDisk {
 public:
  Store& store() { return *store_; }
  void crash() {
    store_.reset();
    store_ = std::make_unique<SqliteStore>(folder_.path());
  }

 private:
  Folder folder_;
  std::unique_ptr<SqliteStore> store_ = std::make_unique<SqliteStore>(folder_.path());
};

class InMemory {
 public:
  Store& store() { return store_; }
  void crash() { store_.crash(MemoryStore::InFlight::Lost); }

 private:
  MemoryStore store_;
};

template <class Kind>
class NET_7_Store : public testing::Test {
 protected:
  Kind kind;
};
using Kinds = testing::Types<OnDisk, InMemory>;
TYPED_TEST_SUITE(NET_7_Store, Kinds);

TYPED_TEST(NET_7_Store, WhatWasCommittedComesBack) {
  this->kind.store().open_room(room_id(1), "header one");
  this->kind.store().open_room(room_id(2), "");
  this->kind.store().append(room_id(1), {EntryKind::Seed, "seed", {}});
  this->kind.store().append(room_id(2), event("b"));
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().append(room_id(1), {EntryKind::Snapshot, std::string(5'000, 'x'), {}});
  this->kind.store().commit();
  this->kind.crash();
  const auto rooms = this->kind.store().open_rooms();
  ASSERT_EQ(rooms.size(), 2u);
  const StoredRoom expected{room_id(1),
                            kEngineHash,
                            {{EntryKind::Header, "header one", {}},
                             {EntryKind::Seed, "seed", {}},
                             event("a"),
                             {EntryKind::Snapshot, std::string(5'000, 'x'), {}}}};
  EXPECT_EQ(rooms[0], expected);
  EXPECT_EQ(texts(rooms[1]), (Texts{"", "b"}));
  EXPECT_EQ(this->kind.store().open_rooms(), rooms) << "reading changes nothing";
}

TYPED_TEST(NET_7_Store, WhatWasNotCommittedIsGoneAsAWhole) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().commit();
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().append(room_id(1), event("b"));
  this->kind.store().open_room(room_id(2), "header");
  this->kind.crash();
  const auto rooms = this->kind.store().open_rooms();
  ASSERT_EQ(rooms.size(), 1u);
  EXPECT_EQ(texts(rooms[0]), Texts{"header"});
}

TYPED_TEST(NET_7_Store, ARoomGoesOnAfterARestart) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().commit();
  Texts expected = {"header"};
  for (int i = 0; i < 5; ++i) {
    this->kind.crash();
    expected.push_back(std::to_string(i));
    this->kind.store().append(room_id(1), event(expected.back()));
    this->kind.store().commit();
    EXPECT_EQ(texts(this->kind.store().open_rooms().at(0)), expected);
  }
}

TYPED_TEST(NET_7_Store, ClosedRoomsAreReadOnRequestOnly) {
  for (int i = 0; i < 3; ++i) this->kind.store().open_room(room_id(i), "header");
  this->kind.store().commit();
  this->kind.store().append(room_id(1), event("last"));
  this->kind.store().close_room(room_id(1));
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(this->kind.store().open_rooms().size(), 2u);
  EXPECT_EQ(texts(this->kind.store().read_room(room_id(1))), (Texts{"header", "last"}));
  EXPECT_EQ(texts(this->kind.store().read_room(room_id(0))), Texts{"header"});
  EXPECT_THROW(this->kind.store().append(room_id(1), event("more")), StoreError);
  this->kind.store().forget_room(room_id(1));
  this->kind.store().forget_room(room_id(2));
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_THROW(this->kind.store().read_room(room_id(1)), StoreError);
  EXPECT_EQ(this->kind.store().open_rooms().size(), 1u);
}

TYPED_TEST(NET_7_Store, AMistakeOfTheCallerIsNoFailureOfTheStore) {
  this->kind.store().open_room(room_id(1), "header");
  EXPECT_THROW(this->kind.store().open_room(room_id(1), "again"), StoreError);
  EXPECT_THROW(this->kind.store().append(room_id(2), event("nowhere")), StoreError);
  EXPECT_THROW(this->kind.store().close_room(room_id(2)), StoreError);
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(this->kind.store().open_rooms().size(), 1u);
}

TYPED_TEST(NET_7_Store, DataOfEveryLengthComesBack) {
  this->kind.store().open_room(room_id(1), "");
  Texts expected = {""};
  for (std::size_t length = 0; length < 1'200; length += 59) {
    expected.push_back(std::string(length, 'x') + '\0');
    this->kind.store().append(room_id(1), event(expected.back()));
  }
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(texts(this->kind.store().open_rooms().at(0)), expected);
}

TEST(NET_7_MemoryStore, ACommitThatGotThroughUnheardIsKept) {
  MemoryStore store;
  store.open_room(room_id(1), "header");
  store.crash(MemoryStore::InFlight::Kept);
  EXPECT_EQ(store.open_rooms().size(), 1u);
}

TEST(NET_7_MemoryStore, AFailedStoreStaysFailed) {
  MemoryStore store;
  store.open_room(room_id(1), "header");
  store.fail_next_commit();
  EXPECT_THROW(store.commit(), StoreError);
  EXPECT_THROW(store.commit(), StoreError);
  EXPECT_THROW(store.open_rooms(), StoreError);
  store.crash(MemoryStore::InFlight::Lost);
  EXPECT_TRUE(store.open_rooms().empty());
}

}  // namespace
}  // namespace nl
