// Tests with a hostile server: no message crashes the client or reaches the terminal as an escape
// sequence.
#include <gtest/gtest.h>

#include "client/address.h"
#include "client/plain_player.h"

namespace nl {
namespace {

// The messages of a whole game, as one client gets them.
const std::vector<std::string>& a_game() {
  static const std::vector<std::string> kMessages = [] {
    NetTable table({{"window_ms", 500}, {"bots", 1}, {"expansions", {"imploding", "streaking"}}},
                   2);
    table[1].keep_messages = true;
    table.start();
    table.play_to_end();
    return table[1].received;
  }();
  return kMessages;
}

bool harmless(const std::string& text) {
  return text.find('\x1b') == std::string::npos && text.find('\x07') == std::string::npos &&
         text.find("\xe2\x80\xae") == std::string::npos &&
         text.find("\xc2\x9b") == std::string::npos;
}

struct Victim {
  explicit Victim(std::uint64_t seed) : world(seed, {}), player(world, joining("Ann", "")) {
    hear(
        R"({"t":"joined","room":"abcdefghjk","seat":1,"token":"00112233445566778899aabbccddeeff"})");
  }
  void hear(const std::string& text) {
    player.net.model.received(text, Time{0});
    player.plain.update(Time{0});
    player.net.model.take_outgoing();
  }
  SimWorld world;
  PlainPlayer player;
};

TEST(HostileServer, ChangedMessagesNeverCrashAClient) {
  ASSERT_GT(a_game().size(), 50U);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Victim victim(seed);
    Dice dice(seed);
    for (std::string text : a_game()) {
      const int changes = dice.below(3);
      for (int i = 0; i < changes && !text.empty(); ++i) {
        const auto at = static_cast<std::size_t>(dice.below(static_cast<int>(text.size())));
        switch (dice.below(4)) {
          case 0: text[at] = static_cast<char>(dice.below(256)); break;
          case 1: text.erase(at, 1); break;
          case 2: text.insert(at, 1, "0123456789-{}[]\",:"[dice.below(18)]); break;
          default: text.insert(at, text.substr(at / 2, 5)); break;
        }
      }
      victim.hear(text);
      victim.player.types(std::to_string(dice.below(5)));
    }
    EXPECT_TRUE(harmless(victim.player.out.str()));
  }
}

// Every value of every message is replaced by something else of the wrong kind or size.
TEST(HostileServer, StrangeValuesNeverCrashAClient) {
  const std::vector<Json> strange = {nullptr,
                                     -1,
                                     7,
                                     255,
                                     1e300,
                                     "x\x1b[2J",
                                     Json::array({1, "a"}),
                                     Json::object({{"seat", 9}}),
                                     true,
                                     18446744073709551615ULL};
  std::set<std::string> types;
  for (std::size_t n = 0; n < a_game().size(); ++n) {
    const Json whole = Json::parse(a_game()[n]);
    const std::string type = whole["t"];
    if (types.contains(type) && n % 67 != 0) continue;
    types.insert(type);
    const Json flat = whole.flatten();
    for (const auto& [place, value] : flat.items()) {
      if (flat.size() > 150 && n % 2 != 0) continue;
      for (const Json& other : strange) {
        Victim victim(n + 1);
        for (std::size_t i = 0; i < n; ++i) {
          if (n - i < 8 || i < 6) victim.hear(a_game()[i]);
        }
        Json changed = whole;
        changed[Json::json_pointer(place)] = other;
        victim.hear(changed.dump());
        victim.hear(a_game()[std::min(n + 1, a_game().size() - 1)]);
        ASSERT_TRUE(harmless(victim.player.out.str())) << place;
      }
      if (flat.size() > 40) break;
    }
  }
  EXPECT_GT(types.size(), 8U);
}

TEST(HostileServer, NamesAndTalkAreCleanedHereToo) {
  Victim victim(3);
  const auto found = std::find_if(a_game().begin(), a_game().end(), [](const std::string& text) {
    return text.starts_with(R"({"t":"room")");
  });
  ASSERT_NE(found, a_game().end());
  Json room = Json::parse(*found);
  room["players"][0]["name"] = "Eve\x1b]0;owned\x07\x1b[31m\xe2\x80\xae";
  victim.hear(room.dump());
  victim.hear(R"({"t":"chat","name":"\u001b[2J","text":"\u001b[31mhi\u0007\u009b5m"})");
  victim.hear(R"({"t":"refused","reason":"bad_settings","key":"x","field":"\u001b[1m"})");
  victim.hear(R"({"t":"refused","reason":"\u001b[1m","key":"x"})");
  EXPECT_TRUE(harmless(victim.player.out.str()));
  EXPECT_EQ(victim.player.net.model.names()[0], "Eve");
}

TEST(Address, IsReadAsPeopleTypeIt) {
  EXPECT_EQ(parse_address("localhost", 9009), (Address{"localhost", 9009}));
  EXPECT_EQ(parse_address("10.0.0.2:80", 9009), (Address{"10.0.0.2", 80}));
  EXPECT_EQ(parse_address("http://10.0.0.2:9009/", 9009), (Address{"10.0.0.2", 9009}));
  EXPECT_EQ(parse_address("wss://play.example", 9009), (Address{"play.example", 443, true}));
  EXPECT_EQ(parse_address("[::1]:77", 9009), (Address{"::1", 77}));
  EXPECT_EQ(parse_address("fe80::1", 9009), (Address{"fe80::1", 9009}));
  EXPECT_EQ(parse_address("[::1]:77", 9009)->text(), "[::1]:77");
  for (const char* wrong :
       {"", ":80", "a:", "a:0", "a:70000", "a:x", "[::1", "[::1]x", "a b", "\x1b"}) {
    EXPECT_FALSE(parse_address(wrong, 9009)) << wrong;
  }
}

}  // namespace
}  // namespace nl
