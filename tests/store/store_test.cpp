// Tests that every store passes, in memory or on disk.
#include "store/store.h"

#include <gtest/gtest.h>

#include "store/engine_hash.h"
#include "store/folder.h"
#include "store/memory_blobs.h"
#include "store/postgres_server.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

using Texts = std::vector<std::string>;

// The server's store over each backend, thrown away and back again as after a kill.
class OnDisk {
 public:
  OnDisk() { start(); }
  static bool available() { return true; }
  Store& store() { return *store_; }
  void crash() {
    store_.reset();
    start();
  }

 private:
  void start() { store_ = std::make_unique<SqliteStore>(folder_.path()); }

  Folder folder_;
  std::unique_ptr<Store> store_;
};

class InMemory {
 public:
  InMemory() { start(); }
  static bool available() { return true; }
  Store& store() { return *store_; }
  MemoryBlobs& blobs() { return *blobs_; }
  void crash() {
    store_.reset();
    start();
  }

 private:
  void start() { store_ = std::make_unique<SealedStore>(SealKey({1, 2, 3}), blobs_); }

  std::shared_ptr<MemoryBlobs> blobs_ = std::make_shared<MemoryBlobs>();
  std::unique_ptr<Store> store_;
};

// As a node that comes after the one that crashed, and takes what it left.
class OnPostgres {
 public:
  OnPostgres() {
    if (!available()) return;
    address_ = PostgresServer::get()->new_database();
    holder_ = std::make_unique<PostgresHolder>(address_);
  }
  static bool available() { return PostgresServer::get() != nullptr; }
  Store& store() { return holder_->store; }
  void crash() {
    holder_.reset();
    holder_ = std::make_unique<PostgresHolder>(address_);
    holder_->take_all();
  }

 private:
  std::string address_;
  std::unique_ptr<PostgresHolder> holder_;
};

template <class Where>
class NET_7_Store : public testing::Test {
 protected:
  void SetUp() override {
    if (!Where::available()) GTEST_SKIP() << PostgresServer::why_not();
  }
  Where kind;
};
using Kinds = testing::Types<OnDisk, InMemory, OnPostgres>;
TYPED_TEST_SUITE(NET_7_Store, Kinds);

TYPED_TEST(NET_7_Store, WhatWasCommittedComesBack) {
  this->kind.store().open_room(room_id(1), "header one");
  this->kind.store().open_room(room_id(2), "");
  this->kind.store().append(room_id(1), {EntryKind::Seed, "seed", {}});
  this->kind.store().append(room_id(2), event("b"));
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().append(room_id(1), {EntryKind::Event, std::string(5'000, 'x'), {}});
  this->kind.store().commit();
  this->kind.crash();
  const auto rooms = this->kind.store().open_rooms();
  ASSERT_EQ(rooms.size(), 2u);
  const StoredRoom expected{room_id(1),
                            kEngineHash,
                            {{EntryKind::Header, "header one", {}},
                             {EntryKind::Seed, "seed", {}},
                             event("a"),
                             {EntryKind::Event, std::string(5'000, 'x'), {}}}};
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

TYPED_TEST(NET_7_Store, ReadingShowsWhatWasCommitted) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().open_room(room_id(2), "header");
  this->kind.store().commit();
  this->kind.store().append(room_id(1), event("not yet"));
  this->kind.store().close_room(room_id(2));
  EXPECT_EQ(texts(this->kind.store().read_room(room_id(1))), Texts{"header"});
  EXPECT_EQ(this->kind.store().open_rooms().size(), 2u);
  this->kind.store().commit();
  EXPECT_EQ(texts(this->kind.store().read_room(room_id(1))), (Texts{"header", "not yet"}));
  EXPECT_EQ(this->kind.store().open_rooms().size(), 1u);
}

TYPED_TEST(NET_7_Store, ARoomOfOneGroupLeavesNothing) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().forget_room(room_id(1));
  this->kind.store().open_room(room_id(1), "the same name again");
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(texts(this->kind.store().open_rooms().at(0)), Texts{"the same name again"});
}

TYPED_TEST(NET_7_Store, ARoomThatIsForgottenInMidGameIsGone) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().open_room(room_id(2), "header");
  this->kind.store().commit();
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().forget_room(room_id(1));
  EXPECT_THROW(this->kind.store().append(room_id(1), event("b")), StoreError);
  EXPECT_THROW(this->kind.store().forget_room(room_id(1)), StoreError);
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_THROW(this->kind.store().read_room(room_id(1)), StoreError);
  this->kind.store().open_room(room_id(1), "now it may");
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(this->kind.store().open_rooms().size(), 2u);
}

// A room's history is cut in one commit: the old one goes and the new one comes.
TYPED_TEST(NET_7_Store, ARoomCanBeBegunAnewInTheCommitThatForgetsIt) {
  this->kind.store().open_room(room_id(1), "header");
  this->kind.store().append(room_id(1), event("a"));
  this->kind.store().commit();
  this->kind.store().forget_room(room_id(1));
  this->kind.store().open_room(room_id(1), "again");
  this->kind.store().commit();
  this->kind.crash();
  EXPECT_EQ(texts(this->kind.store().open_rooms().at(0)), Texts{"again"});
}

// A commit that got no answer: nobody is told, and only the next start knows what is there.
void expect_failed_until_restart(MemoryBlobs::InFlight in_flight, const Texts& expected) {
  InMemory kind;
  kind.store().open_room(room_id(1), "header");
  kind.store().commit();
  kind.store().append(room_id(1), event("a"));
  kind.blobs().fail_next_commit(in_flight);
  EXPECT_THROW(kind.store().commit(), StoreError);
  EXPECT_THROW(kind.store().commit(), StoreError);
  EXPECT_THROW(kind.store().append(room_id(1), event("b")), StoreError);
  EXPECT_THROW(kind.store().open_rooms(), StoreError);
  kind.crash();
  EXPECT_EQ(texts(kind.store().open_rooms().at(0)), expected);
  kind.store().append(room_id(1), event("on"));
  kind.store().commit();
  EXPECT_EQ(texts(kind.store().read_room(room_id(1))).back(), "on");
}

TEST(NET_7_CommitWithoutAnswer, WhatDidNotGetThroughIsGone) {
  expect_failed_until_restart(MemoryBlobs::InFlight::Lost, {"header"});
}

TEST(NET_7_CommitWithoutAnswer, WhatGotThroughUnheardIsKept) {
  expect_failed_until_restart(MemoryBlobs::InFlight::Kept, {"header", "a"});
}

TEST(NET_7_CommitWithoutAnswer, GroupsAreWrittenOnceAndEmptyOnesNot) {
  InMemory kind;
  const std::size_t before = kind.blobs().commits();
  kind.store().open_room(room_id(1), "header");
  kind.store().commit();
  kind.store().commit();
  EXPECT_EQ(kind.blobs().commits(), before + 1);
}

}  // namespace
}  // namespace nl
