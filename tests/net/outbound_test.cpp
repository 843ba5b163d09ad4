// Tests of the address filter and the URL parser of outgoing calls.
#include <gtest/gtest.h>
#include <unistd.h>

#include "net/outbound_filter.h"
#include "protocol/outbound_url.h"

namespace nl {
namespace {

TEST(OutboundFilter, WEB_13_OnlyWhatIsPublicIsCalled) {
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

TEST(OutboundFilter, WEB_13_TheOperatorsOwnNetworksAreExceptionsAlsoWithoutTls) {
  const OutboundFilter none;
  const OutboundFilter own({"127.0.0.1", "10.0.0.0/8"});
  EXPECT_FALSE(none.allows(*parse_address("10.0.0.1"), true));
  EXPECT_TRUE(own.allows(*parse_address("10.0.0.1"), false));
  EXPECT_FALSE(own.allows(*parse_address("127.0.0.2"), true));
  EXPECT_TRUE(none.allows(*parse_address("8.8.8.8"), true));
  EXPECT_FALSE(none.allows(*parse_address("8.8.8.8"), false)) << "no TLS";
  EXPECT_THROW(OutboundFilter({"nonsense"}), std::invalid_argument);
}

TEST(OutboundUrl, WEB_13_IsReadStrictly) {
  const auto url = parse_outbound_url("https://Chat.example:8443/a/b?c=d");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "Chat.example");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/a/b?c=d");
  EXPECT_EQ(url->host_header(), "Chat.example:8443");
  EXPECT_EQ(parse_outbound_url("http://[2606:4700::1]")->host_header(), "[2606:4700::1]");
  EXPECT_EQ(parse_outbound_url("https://h?x")->path, "/?x");
  for (const char* bad :
       {"", "https://", "//h/", "ftp://h/", "https://h:0/", "https://h:25/", "https://h:99999/",
        "https://h:8x/", "https://u:p@h/", "https://h/ b", "https://h/\n", "https://h/#f",
        "https://[::1", "https://[evil]/", "https://-h/", "https://h\\@10.0.0.1/", "https://é/"}) {
    EXPECT_FALSE(parse_outbound_url(bad)) << bad;
  }
  EXPECT_FALSE(parse_outbound_url("https://h/" + std::string(1'000, 'a')));
}

}  // namespace
}  // namespace nl
