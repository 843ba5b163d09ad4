// Whom the server may be made to call, and how a message to a browser is closed.
// Requirements: WEB-13
#include <gtest/gtest.h>
#include <unistd.h>

#include "net/call_rules.h"
#include "net/call_text.h"
#include "net/web_push.h"
#include "protocol/call_url.h"
#include "text/base64url.h"
#include "text/rules_text.h"

namespace nl {
namespace {

TEST(CallRules, WEB_13_OnlyWhatIsPublicIsCalled) {
  for (const char* good : {"8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1",
                           "100.128.0.1", "2606:4700::1111", "2a00:1450::1"}) {
    EXPECT_TRUE(is_public(*parse_address(good))) << good;
  }
  for (const char* bad :
       {"0.0.0.0",         "10.1.2.3",       "100.64.0.1",      "127.0.0.1",    "127.255.0.1",
        "169.254.169.254", "172.16.0.1",     "172.31.255.255",  "192.0.0.1",    "192.0.2.1",
        "192.88.99.1",     "192.168.1.1",    "198.18.0.1",      "198.51.100.1", "203.0.113.1",
        "224.0.0.1",       "240.0.0.1",      "255.255.255.255", "::",           "::1",
        "::7f00:1",        "64:ff9b::a00:1", "64:ff9b:1::1",    "100::1",       "2001::1",
        "2001:db8::1",     "2002:a00:1::",   "3fff::1",         "5f00::1",      "fc00::1",
        "fd12:3456::1",    "fe80::1",        "fec0::1",         "ff02::1"}) {
    EXPECT_FALSE(is_public(*parse_address(bad))) << bad;
  }
}

TEST(CallRules, WEB_13_TheOperatorsOwnNetworksAreExceptionsAlsoWithoutTls) {
  const CallRules none;
  const CallRules own({"127.0.0.1", "10.0.0.0/8"});
  EXPECT_FALSE(none.allows(*parse_address("10.0.0.1"), true));
  EXPECT_TRUE(own.allows(*parse_address("10.0.0.1"), false));
  EXPECT_FALSE(own.allows(*parse_address("127.0.0.2"), true));
  EXPECT_TRUE(none.allows(*parse_address("8.8.8.8"), true));
  EXPECT_FALSE(none.allows(*parse_address("8.8.8.8"), false)) << "no TLS";
  EXPECT_THROW(CallRules({"nonsense"}), std::invalid_argument);
}

TEST(CallUrl, WEB_13_IsReadStrictly) {
  const auto url = parse_call_url("https://Chat.example:8443/a/b?c=d");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "Chat.example");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/a/b?c=d");
  EXPECT_EQ(url->host_header(), "Chat.example:8443");
  EXPECT_EQ(parse_call_url("http://[2606:4700::1]")->host_header(), "[2606:4700::1]");
  EXPECT_EQ(parse_call_url("https://h?x")->path, "/?x");
  for (const char* bad :
       {"", "https://", "//h/", "ftp://h/", "https://h:0/", "https://h:25/", "https://h:99999/",
        "https://h:8x/", "https://u:p@h/", "https://h/ b", "https://h/\n", "https://h/#f",
        "https://[::1", "https://[evil]/", "https://-h/", "https://h\\@10.0.0.1/", "https://é/"}) {
    EXPECT_FALSE(parse_call_url(bad)) << bad;
  }
  EXPECT_FALSE(parse_call_url("https://h/" + std::string(1'000, 'a')));
}

TEST(Base64Url, BothWays) {
  for (int size = 0; size < 70; ++size) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(i * 37 + size));
    EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
  }
  EXPECT_FALSE(from_base64url("a+b"));
}

// RFC 8291, appendix A.
const PushTarget kExample{
    .endpoint = "https://push.example.net/push/1",
    .p256dh =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    .auth = "BTBZMqHH6r4Tts7J_aSIgg"};

TEST(WebPush, WEB_13_AMessageIsClosedAsTheStandardsExampleIs) {
  const auto bytes = [](const char* text) { return *from_base64url(text); };
  PushNonce nonce{.key = CurveKey::from_secret(
                      bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
                      bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                            "AC8wEqKK6PBru3jl7A8"))};
  const auto salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
  std::copy(salt.begin(), salt.end(), nonce.salt.begin());
  const std::string body = closed_for(kExample, "When I grow up, I want to be a watermelon", nonce);
  EXPECT_EQ(to_base64url({reinterpret_cast<const std::uint8_t*>(body.data()), body.size()}),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
            "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
            "WGNWQexSgSxsj_Qulcy4a-fN");
}

TEST(WebPush, WEB_13_AllMessagesAreOfOneSize) {
  const std::string first = closed_for(kExample, "a", fresh_nonce(), 500);
  const std::string second = closed_for(kExample, std::string(300, 'b'), fresh_nonce(), 500);
  EXPECT_EQ(first.size(), second.size());
  EXPECT_NE(first.substr(0, 16), second.substr(0, 16)) << "a salt of its own";
}

TEST(WebPush, WEB_13_TheKeyIsKeptForItsOwnerAlone) {
  namespace fs = std::filesystem;
  const fs::path file = fs::temp_directory_path() / ("nl_push_" + std::to_string(getpid()));
  fs::remove(file);
  const auto made = CurveKey::kept_in(file).point();
  EXPECT_EQ(CurveKey::kept_in(file).point(), made);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::remove(file);
  EXPECT_THROW(CurveKey::from_point(std::vector<std::uint8_t>(65, 4)), std::runtime_error);
}

TEST(CallText, WEB_13_ANameCallsNobodyElse) {
  const Call call{.code = "4f0c2m8k1q", .game = 1, .seat = 1, .name = "@everyone <!here> \"x\""};
  const Caller caller{"https://cats.example", "https://cats.example", CurveKey::fresh()};
  const Post post = post_of(call, caller, Time{0});
  const Json body = Json::parse(post.body);
  EXPECT_EQ(body["link"], "https://cats.example/#4f0c2m8k1q");
  for (const char* field : {"text", "content"}) {
    EXPECT_EQ(body[field].get<std::string>().find_first_of("@<>"), std::string::npos);
  }
}

}  // namespace
}  // namespace nl
