// Tests of client addresses, with and without proxies.
#include "net/client_address.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace nl {
namespace {

std::string parsed(std::string_view text) {
  const auto address = parse_address(text);
  return address ? address_text(*address) : "nothing";
}

TEST(NET_1_ClientAddress, IsReadInEveryFormThatProxiesWrite) {
  EXPECT_EQ(parsed("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(parsed(" 192.0.2.7:4711 "), "192.0.2.7");
  EXPECT_EQ(parsed("2001:db8::7"), "2001:db8::7");
  EXPECT_EQ(parsed("[2001:db8::7]"), "2001:db8::7");
  EXPECT_EQ(parsed("\"[2001:db8::7]:4711\""), "2001:db8::7");
  EXPECT_EQ(parsed("::ffff:192.0.2.7"), "192.0.2.7");
  for (const char* nonsense : {"", "unknown", "_hidden", "192.0.2", "192.0.2.7:", "192.0.2.7:x",
                               "[2001:db8::7", "[2001:db8::7]x", "1.2.3.4.5", "2001:db8::g"}) {
    EXPECT_EQ(parsed(nonsense), "nothing") << nonsense;
  }
}

TEST(NET_1_ClientAddress, SixtyFourBitsOfIPv6AreOne) {
  EXPECT_EQ(address_group(*parse_address("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::");
  EXPECT_EQ(address_group(*parse_address("192.0.2.7")), "192.0.2.7");
}

TEST(NET_1_ClientAddress, NetworksHoldWhatTheySay) {
  const auto holds = [](const char* network, const char* address) {
    return AddressBlock::parse(network)->contains(*parse_address(address));
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.255.1.2"));
  EXPECT_FALSE(holds("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(holds("192.0.2.128/25", "192.0.2.129"));
  EXPECT_FALSE(holds("192.0.2.128/25", "192.0.2.127"));
  EXPECT_TRUE(holds("127.0.0.1", "127.0.0.1"));
  EXPECT_FALSE(holds("127.0.0.1", "127.0.0.2"));
  EXPECT_TRUE(holds("fd00::/8", "fdab::1"));
  EXPECT_FALSE(holds("fd00::/8", "fe80::1"));
  EXPECT_TRUE(holds("0.0.0.0/0", "203.0.113.9"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  for (const char* nonsense : {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "x/8", "fd00::/129"}) {
    EXPECT_FALSE(AddressBlock::parse(nonsense)) << nonsense;
  }
  EXPECT_THROW(TrustedProxies({"10.0.0.0/8", "everybody"}), std::invalid_argument);
}

// A proxy at 10.0.0.1, and one before it at 10.0.0.2.
std::string client(const char* peer, std::string_view forwarded) {
  const TrustedProxies proxies({"10.0.0.0/8"});
  return address_text(proxies.client(*parse_address(peer), forwarded));
}

TEST(NET_1_ClientAddress, OnlyTheLastHopThatATrustedProxyWroteCounts) {
  EXPECT_EQ(client("10.0.0.1", "192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(client("10.0.0.1", "192.0.2.7, 10.0.0.2"), "192.0.2.7");
  EXPECT_EQ(client("10.0.0.1", "203.0.113.1, 192.0.2.7"), "192.0.2.7") << "the first is a claim";
  EXPECT_EQ(client("10.0.0.1", "203.0.113.1,192.0.2.7:4711, 10.0.0.2"), "192.0.2.7");
  EXPECT_EQ(client("192.0.2.99", "203.0.113.1"), "192.0.2.99") << "no proxy of ours";
}

TEST(NET_1_ClientAddress, NoneOrNonsenseIsTheProxyItself) {
  EXPECT_EQ(client("10.0.0.1", ""), "10.0.0.1");
  EXPECT_EQ(client("10.0.0.1", "unknown"), "10.0.0.1");
  EXPECT_EQ(client("10.0.0.1", "192.0.2.7, nonsense"), "10.0.0.1");
  EXPECT_EQ(client("10.0.0.1", "10.0.0.3, 10.0.0.2"), "10.0.0.3");
}

}  // namespace
}  // namespace nl
