// Tests of device sync on both document stores.
#include "site/device_sync.h"

#include <gtest/gtest.h>

#include <fstream>

#include "site/device_sync_handler.h"
#include "site/document_stores.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr Time kDay{86'400'000};

class DeviceSyncTest : public DocumentStoreTest {
 protected:
  void SetUp() override {
    DocumentStoreTest::SetUp();
    if (IsSkipped()) return;
    store_ = open();
    sync_ = std::make_unique<DeviceSync>(*store_);
    handler_ = std::make_unique<DeviceSyncHandler>(*sync_);
  }

  // Each from an address of its own, unless another is given.
  HttpResponse ask(HttpRequest request, const std::string& token = "Bearer secret") {
    const std::string target = target_;
    request.target = target;
    request.authorization = token;
    request.arrived = now_;
    if (request.client.empty()) request.client = std::to_string(++asked_);
    return handler_->respond(request, {.most = most_, .kept = 10 * kDay}, now_);
  }
  HttpResponse get(const std::string& token = "Bearer secret") { return ask({}, token); }
  HttpResponse put(const std::string& body, const std::string& tag = {},
                   const std::string& token = "Bearer secret") {
    const std::string quoted = '"' + tag + '"';
    HttpRequest request{.readable = false, .puts = true, .body = body};
    if (tag.empty()) request.if_none_match = "*";
    if (!tag.empty()) request.if_match = quoted;
    return ask(request, token);
  }
  HttpResponse remove(const std::string& token = "Bearer secret") {
    return ask({.readable = false, .deletes = true}, token);
  }
  void at(char digit) { target_ = "/me/" + std::string(32, digit); }

  std::unique_ptr<DocumentStore> store_;
  std::unique_ptr<DeviceSync> sync_;
  std::unique_ptr<DeviceSyncHandler> handler_;
  std::string target_ = "/me/" + std::string(32, 'a');
  std::size_t most_ = 3;
  Time now_{100 * kDay};
  int asked_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Both, DeviceSyncTest, kBothBackends, backend_name);

std::string header(const HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return {};
}

TEST_P(DeviceSyncTest, WEB_11_WhatOneDeviceLeavesAnotherFindsWithTheTokenAlone) {
  EXPECT_EQ(get().status, 404);
  EXPECT_EQ(put("one").status, 200);
  EXPECT_EQ(*get().body, "one");
  EXPECT_EQ(header(get(), "ETag"), '"' + sync_tag("one") + '"');
  EXPECT_EQ(header(get(), "Cache-Control"), "no-store");
  EXPECT_EQ(get("Bearer wrong").status, 404) << "not told apart from one that isn't there";
  EXPECT_EQ(put("two", sync_tag("one"), "Bearer wrong").status, 404);
  EXPECT_EQ(put("two", {}, "Bearer wrong").status, 404);
  EXPECT_EQ(remove("Bearer wrong").status, 404);
  EXPECT_EQ(get("").status, 401);
  EXPECT_EQ(*get().body, "one");
  EXPECT_EQ(remove().status, 200);
  EXPECT_EQ(get().status, 404);
}

TEST_P(DeviceSyncTest, WEB_11_NothingIsWrittenOverUnseen) {
  put("one");
  EXPECT_EQ(put("two").status, 412) << "it thought that nothing was there";
  EXPECT_EQ(put("two", sync_tag("other")).status, 412);
  EXPECT_EQ(ask({.readable = false, .puts = true, .body = "two"}).status, 428);
  EXPECT_EQ(put("two", sync_tag("one")).status, 200);
  EXPECT_EQ(*get().body, "two");
}

TEST_P(DeviceSyncTest, WEB_11_NeitherTooLargeNorTooManyNorTooOften) {
  EXPECT_EQ(put("").status, 413);
  EXPECT_EQ(put(std::string(kMostSyncBytes + 1, 'x')).status, 413);
  EXPECT_EQ(put(std::string(kMostSyncBytes, 'x')).status, 200);
  for (const char digit : {'b', 'c'}) {
    at(digit);
    EXPECT_EQ(put("one").status, 200);
  }
  at('d');
  EXPECT_EQ(put("one").status, 507);
  at('c');
  EXPECT_EQ(put("two", sync_tag("one")).status, 200) << "one that is there may change";
  int allowed = 0;
  for (int i = 0; i < 200; ++i) allowed += ask({.client = "greedy"}).status != 429;
  EXPECT_EQ(allowed, 60);
  EXPECT_NE(ask({.client = "modest"}).status, 429);
  most_ = 1'000;
  int made = 0;
  for (int i = 0; i < 30; ++i) {
    target_ = "/me/" + std::to_string(10 + i) + std::string(30, 'e');
    const HttpRequest request{
        .readable = false, .if_none_match = "*", .puts = true, .body = "x", .client = "hoarder"};
    made += ask(request).status == 200;
  }
  EXPECT_EQ(made, 10);
}

TEST_P(DeviceSyncTest, LIM_1_AnEntryThatNobodyUsesExpiresWithinMinutes) {
  put("one");
  at('b');
  put("two");
  EXPECT_EQ(get().status, 200) << "used";
  now_ += DeviceSync::kUnusedLife + Time{1};
  EXPECT_EQ(get().status, 200);
  at('a');
  EXPECT_EQ(get().status, 404);
  EXPECT_EQ(store_->names(DocumentKind::DeviceSync).size(), 1u) << "and is swept";
  put("three");
  EXPECT_EQ(put("four", sync_tag("three")).status, 200) << "a second write is a use, too";
  now_ += kDay;
  EXPECT_EQ(*get().body, "four");
}

TEST_P(DeviceSyncTest, LIM_1_NoBlockTakesMoreThanItsShareOfTheEntries) {
  most_ = 400;
  int made = 0;
  for (int i = 0; i < 200; ++i) {
    target_ = "/me/" + std::to_string(100 + i) + std::string(29, 'e');
    const HttpRequest request{.readable = false,
                              .if_none_match = "*",
                              .puts = true,
                              .body = "x",
                              .client = "2001:db8:0:" + std::to_string(i % 100) + "::"};
    made += ask(request).status == 200;
  }
  EXPECT_EQ(made, 20) << "a household's /56";
}

TEST_P(DeviceSyncTest, NET_8_AClockThatIsSetBackLetsNobodyWait) {
  const auto asks = [&](Time arrived) {
    HttpRequest request{.client = "203.0.113.9", .arrived = arrived};
    const std::string target = target_;
    request.target = target;
    return handler_->respond(request, {.most = most_, .kept = 10 * kDay}, now_).status;
  };
  for (int i = 0; i < 60; ++i) asks(Time{1'000});
  EXPECT_EQ(asks(Time{1'000}), 429);
  now_ -= Time{3'600'000};
  EXPECT_NE(asks(Time{10'000}), 429);
}

TEST_P(DeviceSyncTest, WEB_11_NoIdIsAPathAndNoOtherNameIsOne) {
  for (const char* bad :
       {"", "../lockers", "..", "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.new",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?x"}) {
    target_ = "/me/" + std::string(bad);
    EXPECT_EQ(put("one").status, 404) << bad;
    EXPECT_EQ(get().status, 404) << bad;
  }
  EXPECT_TRUE(store_->names(DocumentKind::DeviceSync).empty());
}

TEST_P(DeviceSyncTest, WEB_11_WhatIsTooOldIsGoneAndItsPlaceFree) {
  put("one");
  EXPECT_EQ(*get().body, "one") << "used, so it is kept";
  now_ += 9 * kDay;
  EXPECT_EQ(put("two", sync_tag("one")).status, 200);
  now_ += 9 * kDay;
  EXPECT_EQ(*get().body, "two") << "so long after it was changed last";
  now_ += 2 * kDay;
  EXPECT_EQ(get().status, 404);
  EXPECT_TRUE(store_->names(DocumentKind::DeviceSync).empty()) << "it is swept, too";
  EXPECT_EQ(put("three", {}, "Bearer another").status, 200);
}

TEST_P(DeviceSyncTest, WEB_11_AnotherNodeHasItAndWritesOverNothingUnseen) {
  if (is_folder()) GTEST_SKIP() << "one server has its folder to itself";
  const auto other_store = open();
  const DeviceSync other(*other_store);
  const std::string id(32, 'a');
  const DeviceSync::Access access{.id = id, .token = "secret"};
  EXPECT_EQ(put("one").status, 200);
  EXPECT_EQ(other.read(access, now_), "one");
  EXPECT_EQ(other.write(access, "two", sync_tag("one"), now_, most_), DeviceSync::Result::Done);
  EXPECT_EQ(put("three", sync_tag("one")).status, 412);
  EXPECT_EQ(*get().body, "two");
  EXPECT_EQ(other.remove(access), DeviceSync::Result::Done);
  EXPECT_EQ(get().status, 404);
}

TEST_P(DeviceSyncTest, WEB_11_AFolderMovesToASharedStoreAtStart) {
  const Folder old;
  FolderDocuments folder(old.path());
  const DeviceSync before(folder);
  const auto access = [](const std::string& id) {
    return DeviceSync::Access{.id = id, .token = "secret"};
  };
  const std::string alone(32, 'a'), older(32, 'b'), newer(32, 'c'), taken(32, 'd');
  for (const std::string& id : {alone, older, newer, taken}) {
    before.write(access(id), "folder " + id, "", Time{1000}, 10);
  }
  sync_->write(access(older), "shared", "", Time{2000}, 10);
  sync_->write(access(newer), "shared", "", Time{500}, 10);
  sync_->write({.id = taken, .token = "somebody else's"}, "shared", "", Time{500}, 10);
  std::ofstream(old.path() / "lockers" / std::string(32, 'e')) << "damaged";
  EXPECT_EQ(sync_->move_from(folder), 3u);
  EXPECT_EQ(sync_->read(access(alone), Time{3'000}), "folder " + alone);
  EXPECT_EQ(sync_->read(access(older), Time{3'000}), "shared");
  EXPECT_EQ(sync_->read(access(newer), Time{3'000}), "folder " + newer);
  EXPECT_FALSE(sync_->read(access(taken), Time{3'000}));
  EXPECT_EQ(folder.names(DocumentKind::DeviceSync).size(), 2u) << "what can't move stays";
  EXPECT_EQ(sync_->move_from(folder), 0u);
}

TEST_P(DeviceSyncTest, WEB_11_ItsFilesAreItsOwnAndHoldNoToken) {
  if (!is_folder()) GTEST_SKIP() << "of files";
  put("one");
  const fs::path file = folder_.path() / "lockers" / std::string(32, 'a');
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(file_content(file).find("secret"), std::string::npos);
  for (const char* text : {"", "{", "[]\n", "{\"left\":-1}\n", "{\"left\":1,\"token\":\"x\"}\nx"}) {
    std::ofstream(file) << text;
    EXPECT_EQ(get().status, 404) << text;
  }
  EXPECT_EQ(put("again").status, 200) << "a damaged entry may be replaced";
}

TEST_P(DeviceSyncTest, WEB_11_AnOperatorWhoWantsNoneHasNone) {
  most_ = 0;
  EXPECT_EQ(put("one").status, 404);
  EXPECT_EQ(get().status, 404);
}

}  // namespace
}  // namespace nl
