// Tests of document stores: both pass the same ones.
#include "site/document_store.h"

#include <gtest/gtest.h>

#include <thread>

#include "site/document_stores.h"
#include "store/postgres_schema.h"

namespace nl {
namespace {

using Added = DocumentStore::Added;
constexpr DocumentKind kGame = DocumentKind::Game;
constexpr DocumentKind kSync = DocumentKind::DeviceSync;
constexpr const char* kName = "0123456789abcdef";
const std::string kLongName(32, 'a');

// A text that the folder finds the time in, as the archive and device sync write it.
Document document(std::int64_t time, const std::string& content, bool deleted = false) {
  const std::string head = "{\"ended\":" + std::to_string(time) +
                           ",\"left\":" + std::to_string(time) +
                           ",\"deleted\":" + (deleted ? "true" : "false") + "}\n";
  return {.time = Time{time}, .deleted = deleted, .text = head + content};
}

std::size_t swept(DocumentStore& store, DocumentKind kind, Time oldest) {
  const auto sweep = store.sweep(kind, oldest, oldest);
  while (!sweep->step()) {
  }
  return sweep->removed();
}

class Documents : public DocumentStoreTest {};
INSTANTIATE_TEST_SUITE_P(Both, Documents, kBothBackends, backend_name);

TEST_P(Documents, CLU_5_FindsWhatWasWrittenAndNothingElse) {
  const auto one = open();
  const Document text = document(5, std::string(10'000, 'x'));
  EXPECT_FALSE(one->find(kGame, kName));
  one->write(kGame, kName, text);
  const auto found = open()->find(kGame, kName);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text, text.text);
  EXPECT_NE(found->version, 0u);
  EXPECT_FALSE(one->find(DocumentKind::VoidNote, kName));
  EXPECT_FALSE(one->find(kGame, "0123456789abcdee"));
  EXPECT_EQ(one->names(kGame), std::vector<std::string>{kName});
  EXPECT_GT(one->bytes(), 10'000u);
}

TEST_P(Documents, CLU_5_ADeletedDocumentStaysDeleted) {
  const auto one = open();
  one->write(kGame, kName, document(5, "text"));
  const Document marker = document(5, "", true);
  EXPECT_TRUE(one->replace(kGame, kName, one->find(kGame, kName)->version, marker));
  open()->write(kGame, kName, document(5, "text"));
  EXPECT_EQ(one->find(kGame, kName)->text, marker.text);
  EXPECT_EQ(one->add(kGame, kName, document(5, "text"), kNoQuota), Added::Exists);
}

TEST_P(Documents, CLU_5_ReplacesOnlyTheVersionThatWasRead) {
  const auto one = open();
  EXPECT_FALSE(one->replace(kSync, kLongName, 1, document(1, "none")));
  EXPECT_EQ(one->add(kSync, kLongName, document(1, "a"), kNoQuota), Added::Done);
  const auto other = open();
  const DocumentVersion first = other->find(kSync, kLongName)->version;
  EXPECT_TRUE(one->replace(kSync, kLongName, first, document(1, "b")));
  EXPECT_FALSE(other->replace(kSync, kLongName, first, document(1, "c")));
  EXPECT_FALSE(other->remove(kSync, kLongName, first));
  const auto second = other->find(kSync, kLongName);
  EXPECT_EQ(second->text, document(1, "b").text);
  EXPECT_TRUE(other->remove(kSync, kLongName, second->version));
  EXPECT_FALSE(one->find(kSync, kLongName));
  EXPECT_FALSE(one->remove(kSync, kLongName, second->version));
}

TEST_P(Documents, CLU_5_OneOfManyWritersWinsEachVersion) {
  constexpr int kWriters = 4;
  constexpr int kSteps = 25;
  const auto shared = open();
  shared->write(kSync, kLongName, document(1, "0"));
  // Threads of one server share its folder; nodes have a connection each.
  const auto count_up = [&] {
    const auto own = is_folder() ? nullptr : open();
    DocumentStore& store = own ? *own : *shared;
    for (int done = 0; done < kSteps;) {
      const auto found = store.find(kSync, kLongName);
      const int n = std::stoi(found->text.substr(found->text.find('\n') + 1));
      done += store.replace(kSync, kLongName, found->version, document(1, std::to_string(n + 1)));
    }
  };
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) writers.emplace_back(count_up);
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(shared->find(kSync, kLongName)->text,
            document(1, std::to_string(kWriters * kSteps)).text);
}

TEST_P(Documents, CLU_5_TheQuotaHoldsForAllWritersTogether) {
  constexpr std::size_t kMost = 5;
  const auto shared = open();
  shared->write(kGame, kName, document(1, "of another kind"));
  std::atomic<std::size_t> added = 0;
  const auto fill = [&](char writer) {
    const auto own = is_folder() ? nullptr : open();
    DocumentStore& store = own ? *own : *shared;
    for (char i = 'a'; i < 'a' + 5; ++i) {
      const std::string name = std::string(31, writer) + i;
      added += store.add(kSync, name, document(1, "x"), kMost) == Added::Done ? 1 : 0;
    }
  };
  std::vector<std::thread> writers;
  for (const char writer : {'a', 'b', 'c', 'd'}) writers.emplace_back(fill, writer);
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(added, kMost);
  EXPECT_EQ(shared->names(kSync).size(), kMost);
  EXPECT_EQ(shared->add(kSync, std::string(32, 'f'), document(1, "x"), kMost), Added::Full);
  EXPECT_EQ(shared->add(kSync, shared->names(kSync)[0], document(1, "x"), kMost), Added::Exists);
}

TEST_P(Documents, CLU_5_TheOldestGoFirst) {
  const auto store = open();
  for (int i = 0; i < 6; ++i) {
    const std::string name = "game" + std::to_string(i);
    store->write(kGame, name, document(1000 + i, std::string(1000, 'x')));
    if (!is_folder()) continue;
    const auto written = std::filesystem::file_time_type::clock::now() + std::chrono::seconds(i);
    std::filesystem::last_write_time(folder_.path() / "games" / (name + ".jsonl"), written);
  }
  EXPECT_EQ(swept(*store, kGame, Time{1002}), 2u);
  EXPECT_EQ(swept(*store, kSync, Time{1002}), 0u);
  const std::size_t one_size = is_folder() ? document(1000, std::string(1000, 'x')).text.size()
                                           : (1050 / kDataBytes + 1) * kBlobBytes;
  EXPECT_EQ(store->keep_within(kGame, 2 * one_size), 2u);
  EXPECT_EQ(store->names(kGame), (std::vector<std::string>{"game4", "game5"}));
  EXPECT_EQ(store->keep_within(kSync, 0), 0u);
}

TEST(FolderDocuments, CLU_5_NoNameIsAPath) {
  const Folder folder;
  FolderDocuments store(folder.path());
  for (const std::string& bad : {std::string(), std::string(".."), std::string("../x"),
                                 std::string("a/b"), std::string("A"), std::string(65, 'a')}) {
    EXPECT_THROW(store.find(kGame, bad), StoreError) << bad;
    EXPECT_THROW(store.write(kGame, bad, document(1, "x")), StoreError) << bad;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// ---- PostgreSQL alone -----------------------------------------------------------------------

class PostgresDocumentsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (PostgresServer::get() == nullptr) GTEST_SKIP() << PostgresServer::why_not();
    address_ = PostgresServer::get()->new_database();
  }
  void sql(const std::string& script) { PostgresLink(address_, "test").run_script(script); }
  std::uint64_t number(const char* query) {
    return PostgresLink(address_, "test").run(query).number(0, 0);
  }

  std::string address_;
};

TEST_F(PostgresDocumentsTest, CLU_5_TextsAreSealedAndBoundToTheirPlace) {
  PostgresDocuments store(address_, SealKey({1}));
  for (const std::string& name : {std::string(kName), kLongName}) {
    store.write(kSync, name, document(5, std::string(1'000, 'x')));
  }
  EXPECT_EQ(number("SELECT count(*) FROM ninelives.paper WHERE body::text LIKE '%787878%'"), 0u);
  PostgresDocuments stranger(address_, SealKey({2}));
  EXPECT_THROW(stranger.find(kSync, kName), StoreError);
  sql("UPDATE ninelives.paper SET name = 'b' || substr(name, 2) WHERE length(name) = 32");
  EXPECT_THROW(store.find(kSync, 'b' + kLongName.substr(1)), StoreError) << "moved to another name";
  sql("UPDATE ninelives.paper SET body = substr(body, 1, 100)");
  EXPECT_THROW(store.find(kSync, kName), StoreError) << "cut short";
}

// Nodes of version 0.9 go on beside new ones: they compare `ended`, and know no version.
TEST_F(PostgresDocumentsTest, CLU_5_DocumentsOfTheThirdSchemaGoOn) {
  {
    PostgresLink link(address_, "test");
    bring_up_to_date(link, 3);
  }
  sql("INSERT INTO ninelives.paper VALUES (3, 'ladder', 7, false, '\\x00'), (1, 'a', 7, false, "
      "'')");
  PostgresDocuments store(address_, SealKey({1}));
  EXPECT_EQ(number("SELECT count(DISTINCT version) FROM ninelives.paper"), 2u);
  store.write(DocumentKind::Ladder, "ladder", {.time = Time{7}, .text = "new"});
  const auto found = store.find(DocumentKind::Ladder, "ladder");
  EXPECT_EQ(found->text, "new");
  sql("UPDATE ninelives.paper SET ended = 8 WHERE kind = 3 AND ended = 7");
  EXPECT_FALSE(store.replace(DocumentKind::Ladder, "ladder", found->version, {.text = "late"}))
      << "an old node has written meanwhile";
  const auto now = store.find(DocumentKind::Ladder, "ladder");
  EXPECT_TRUE(store.replace(DocumentKind::Ladder, "ladder", now->version, {.text = "next"}));
  EXPECT_EQ(number("SELECT ended FROM ninelives.paper WHERE kind = 3"), 9u)
      << "an old node that read 8 must not write";
}

}  // namespace
}  // namespace nl
