// Tests of node lists: connected clients learn of nodes that come and go.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

const std::vector<std::string> kTwo = {"ws://a/ws", "ws://b/ws"};
const std::vector<std::string> kThree = {"ws://a/ws", "ws://b/ws", "ws://c/ws"};

TEST(Nodes, CLU_4_AreToldToEverybodyWhoHasGreetedWhenTheyChange) {
  TestTable t(2);
  SimClient& looker = t.add();  // in no room
  looker.connect();
  t.world.run_for(Time{50});
  t.world.core().set_nodes(kTwo);
  t.world.run_for(Time{50});
  for (const auto& client : t.clients) EXPECT_EQ(client->last_of("nodes")["nodes"], kTwo);
  t.world.core().set_nodes(kThree);
  t.world.run_for(Time{50});
  for (const auto& client : t.clients) EXPECT_EQ(client->last_of("nodes")["nodes"], kThree);
  t.world.core().set_nodes({});
  t.world.run_for(Time{50});
  EXPECT_TRUE(looker.last_of("nodes")["nodes"].empty()) << "there is but one left";
  EXPECT_EQ(t.world.fault, "");
}

TEST(Nodes, CLU_4_AreInTheWelcomeOfWhoComesLaterAndNotToldAgain) {
  TestTable t(1, {{"seats", 2}});
  t.world.core().set_nodes(kTwo);
  SimClient& late = t.join("Bob");
  EXPECT_EQ(late.last_of("welcome")["nodes"], kTwo);
  t.world.core().set_nodes(kTwo);
  t.world.run_for(Time{50});
  EXPECT_TRUE(late.last_of("nodes").is_null());
  EXPECT_EQ(t.world.fault, "");
}

}  // namespace
}  // namespace nl
