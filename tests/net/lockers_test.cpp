// Requirements: WEB-11
#include "net/lockers.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "net/locker_site.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr Time kDay{86'400'000};

class LockersTest : public testing::Test {
 protected:
  LockersTest() { fs::remove_all(folder_); }
  ~LockersTest() override { fs::remove_all(folder_); }

  // Each from an address of its own, unless another is given.
  HttpAnswer ask(HttpQuestion question, const std::string& token = "Bearer secret") {
    const std::string target = target_;
    question.target = target;
    question.authorization = token;
    if (question.client.empty()) question.client = std::to_string(++asked_);
    return site_.answer(question, {.most = most_, .kept = 10 * kDay}, now_);
  }
  HttpAnswer get(const std::string& token = "Bearer secret") { return ask({}, token); }
  HttpAnswer put(const std::string& body, const std::string& tag = {},
                 const std::string& token = "Bearer secret") {
    const std::string quoted = '"' + tag + '"';
    HttpQuestion question{.readable = false, .puts = true, .body = body};
    if (tag.empty()) question.if_none_match = "*";
    if (!tag.empty()) question.if_match = quoted;
    return ask(question, token);
  }
  HttpAnswer remove(const std::string& token = "Bearer secret") {
    return ask({.readable = false, .deletes = true}, token);
  }
  void at(char digit) { target_ = "/me/" + std::string(32, digit); }

  const fs::path folder_ = fs::temp_directory_path() / ("nl_lockers_" + std::to_string(getpid()));
  LockerSite site_{folder_};
  std::string target_ = "/me/" + std::string(32, 'a');
  std::size_t most_ = 3;
  Time now_{100 * kDay};
  int asked_ = 0;
};

std::string header(const HttpAnswer& answer, const std::string& name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return {};
}

TEST_F(LockersTest, WEB_11_what_one_device_leaves_another_finds_with_the_token_alone) {
  EXPECT_EQ(get().status, 404);
  EXPECT_EQ(put("one").status, 200);
  EXPECT_EQ(*get().body, "one");
  EXPECT_EQ(header(get(), "ETag"), '"' + locker_tag("one") + '"');
  EXPECT_EQ(header(get(), "Cache-Control"), "no-store");
  EXPECT_EQ(get("Bearer wrong").status, 404) << "not told apart from one that isn't there";
  EXPECT_EQ(put("two", locker_tag("one"), "Bearer wrong").status, 404);
  EXPECT_EQ(put("two", {}, "Bearer wrong").status, 404);
  EXPECT_EQ(remove("Bearer wrong").status, 404);
  EXPECT_EQ(get("").status, 401);
  EXPECT_EQ(*get().body, "one");
  EXPECT_EQ(remove().status, 200);
  EXPECT_EQ(get().status, 404);
}

TEST_F(LockersTest, WEB_11_nothing_is_written_over_unseen) {
  put("one");
  EXPECT_EQ(put("two").status, 412) << "it thought that nothing was there";
  EXPECT_EQ(put("two", locker_tag("other")).status, 412);
  EXPECT_EQ(ask({.readable = false, .puts = true, .body = "two"}).status, 428);
  EXPECT_EQ(put("two", locker_tag("one")).status, 200);
  EXPECT_EQ(*get().body, "two");
}

TEST_F(LockersTest, WEB_11_neither_too_large_nor_too_many_nor_too_often) {
  EXPECT_EQ(put("").status, 413);
  EXPECT_EQ(put(std::string(kMostLockerBytes + 1, 'x')).status, 413);
  EXPECT_EQ(put(std::string(kMostLockerBytes, 'x')).status, 200);
  for (const char digit : {'b', 'c'}) {
    at(digit);
    EXPECT_EQ(put("one").status, 200);
  }
  at('d');
  EXPECT_EQ(put("one").status, 507);
  at('c');
  EXPECT_EQ(put("two", locker_tag("one")).status, 200) << "one that is there may change";
  int allowed = 0;
  for (int i = 0; i < 200; ++i) allowed += ask({.client = "greedy"}).status != 429;
  EXPECT_EQ(allowed, 60);
  EXPECT_NE(ask({.client = "modest"}).status, 429);
  most_ = 1'000;
  int made = 0;
  for (int i = 0; i < 30; ++i) {
    target_ = "/me/" + std::to_string(10 + i) + std::string(30, 'e');
    const HttpQuestion question{
        .readable = false, .if_none_match = "*", .puts = true, .body = "x", .client = "hoarder"};
    made += ask(question).status == 200;
  }
  EXPECT_EQ(made, 10);
}

TEST_F(LockersTest, WEB_11_no_id_is_a_path_and_no_other_name_is_one) {
  for (const char* bad :
       {"", "../lockers", "..", "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.new",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?x"}) {
    target_ = "/me/" + std::string(bad);
    EXPECT_EQ(put("one").status, 404) << bad;
    EXPECT_EQ(get().status, 404) << bad;
  }
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(LockersTest, WEB_11_what_is_too_old_is_gone_and_its_place_free) {
  put("one");
  now_ += 9 * kDay;
  EXPECT_EQ(put("two", locker_tag("one")).status, 200);
  now_ += 9 * kDay;
  EXPECT_EQ(*get().body, "two") << "so long after it was changed last";
  now_ += 2 * kDay;
  EXPECT_EQ(get().status, 404);
  EXPECT_TRUE(fs::is_empty(folder_)) << "it is swept, too";
  EXPECT_EQ(put("three", {}, "Bearer another").status, 200);
}

TEST_F(LockersTest, WEB_11_its_files_are_its_own_and_hold_no_token) {
  put("one");
  const fs::path file = folder_ / std::string(32, 'a');
  struct stat about {};
  ASSERT_EQ(::stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777u, 0600u);
  std::ifstream in(file);
  const std::string all(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(all.find("secret"), std::string::npos);
  for (const char* text : {"", "{", "[]\n", "{\"left\":-1}\n", "{\"left\":1,\"token\":\"x\"}\nx"}) {
    std::ofstream(file) << text;
    EXPECT_EQ(get().status, 404) << text;
  }
}

TEST_F(LockersTest, WEB_11_an_operator_who_wants_none_has_none) {
  most_ = 0;
  EXPECT_EQ(put("one").status, 404);
  EXPECT_EQ(get().status, 404);
}

}  // namespace
}  // namespace nl
