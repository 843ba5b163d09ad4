// Tests of host and origin rules.
#include "site/http_response.h"

#include <gtest/gtest.h>

#include "net/live_settings.h"

namespace nl {
namespace {

std::string sockets(const std::vector<std::string>& nodes) {
  const std::string policy = security_policy("cats.example", nodes);
  const std::string before = "connect-src 'self' ws://cats.example wss://cats.example";
  const std::size_t at = policy.find(before) + before.size();
  return policy.substr(at, policy.find(';', at) - at);
}

TEST(CLU_4_Policy, NamesTheNodesAndThePlacesOfLaterOnes) {
  EXPECT_EQ(sockets({}), "");
  EXPECT_EQ(sockets({"wss://cats.example/n/2/ws"}), "") << "behind one proxy";
  EXPECT_EQ(sockets({"ws://10.0.0.7:9001/ws", "wss://*.cats.example", "ws://10.0.0.8:*"}),
            " ws://10.0.0.7:9001 wss://*.cats.example ws://10.0.0.8:*");
  EXPECT_EQ(sockets({"ws://a; script-src *", "wss://*", "ws://a b"}), "");
}

TEST(CLU_4_Policy, APlaceIsOneHostOrAllBelowANameOnOneOrAllPorts) {
  EXPECT_TRUE(is_at_node_place("10.0.0.7:9001", "ws://10.0.0.7:9001/ws"));
  EXPECT_FALSE(is_at_node_place("10.0.0.7:9002", "ws://10.0.0.7:9001/ws"));
  EXPECT_TRUE(is_at_node_place("10.0.0.7:9002", "ws://10.0.0.7:*"));
  EXPECT_TRUE(is_at_node_place("[::1]:9002", "ws://[::1]:*"));
  EXPECT_FALSE(is_at_node_place("10.0.0.77:9002", "ws://10.0.0.7:*"));
  EXPECT_TRUE(is_at_node_place("n4.cats.example", "wss://*.cats.example"));
  EXPECT_TRUE(is_at_node_place("n4.cats.example:444", "wss://*.cats.example:*"));
  EXPECT_FALSE(is_at_node_place("n4.cats.example:444", "wss://*.cats.example"));
  EXPECT_FALSE(is_at_node_place("cats.example", "wss://*.cats.example"));
  EXPECT_FALSE(is_at_node_place("evilcats.example", "wss://*.cats.example"));
}

TEST(CLU_4_Policy, APlaceThatIsNoneIsRefused) {
  NetOptions options;
  options.later_nodes = {"wss://*.cats.example", "ws://127.0.0.1:*"};
  EXPECT_NO_THROW(make_settings(options));
  for (const char* none : {"cats.example", "https://cats.example", "ws://*", "ws://", "ws://a b",
                           "wss://cats.example/ws", "ws://a*.example"}) {
    options.later_nodes = {none};
    EXPECT_THROW(make_settings(options), NetError) << none;
  }
}

}  // namespace
}  // namespace nl
