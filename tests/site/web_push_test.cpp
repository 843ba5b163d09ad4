// Tests of Web Push encryption and notification texts.
#include "site/web_push.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "site/notification_message.h"
#include "text/base64url.h"
#include "text/rules_text.h"

namespace nl {
namespace {

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
  const auto made = CurveKey::read_from(file).point();
  EXPECT_EQ(CurveKey::read_from(file).point(), made);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::remove(file);
  EXPECT_THROW(CurveKey::from_point(std::vector<std::uint8_t>(65, 4)), std::runtime_error);
}

TEST(CallText, WEB_13_ANameCallsNobodyElse) {
  const Notification call{
      .code = "4f0c2m8k1q", .game = 1, .seat = 1, .name = "@everyone <!here> \"x\""};
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
