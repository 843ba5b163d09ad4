// Tests of host and origin rules.
#include "site/http_response.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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

// ---- previews of links --------------------------------------------------------------------------

TEST(StartPage, WEB_2_ThePreviewOfARoomLinkHasAPictureWithItsWholeAddress) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "nl_start_page";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "index.html") << "<meta content=\"./share.jpg\">";
  std::ofstream(folder / "index.html.gz") << "packed";
  const StaticFiles files(folder);
  HttpRequest request{.target = "/", .host = "cats.example:8443"};
  request.accept_encoding = "gzip";
  EXPECT_EQ(*page_response(files, request).body,
            "<meta content=\"http://cats.example:8443/share.jpg\">");
  request.secure = true;
  const HttpResponse secure = page_response(files, request);
  EXPECT_EQ(*secure.body, "<meta content=\"https://cats.example:8443/share.jpg\">");
  for (const auto& [name, value] : secure.headers) EXPECT_NE(name, "Content-Encoding");
  // A host that is none gets into no page.
  request.host = "cats\"><script>";
  EXPECT_EQ(page_response(files, request).body->find("script"), std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace nl
