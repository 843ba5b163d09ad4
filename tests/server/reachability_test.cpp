// Reachability tests of the simulator: the situations it gets into, and traces for spec/Trace.tla.
#include <gtest/gtest.h>

#include <fstream>

#include "server/cluster_campaign.h"

namespace nl {
namespace {

// After the last pause or cut is over every game ends within so long, simulated.
constexpr Time kLiveness{300'000};

struct TwoTables : Campaign {
  explicit TwoTables(std::uint64_t seed) : Campaign(seed, 2) {}
};

struct Reached {
  Sometimes sometimes{};
  Time longest{0};

  void add(const Campaign& campaign) {
    sometimes.add(campaign.sometimes());
    longest = std::max(longest, campaign.longest);
    EXPECT_LE(campaign.longest, kLiveness);
  }
  void print(int campaigns) const {
    std::printf("%d campaigns of two tables; the longest game ended %lld s after the last fault\n",
                campaigns, static_cast<long long>(longest.count() / 1'000));
    for (std::size_t i = 0; i < Sometimes::kNames.size(); ++i) {
      std::printf("%10llu %s\n", static_cast<unsigned long long>(sometimes.count(i)),
                  Sometimes::kNames[i]);
    }
  }
};

// NINELIVES_TRACES names a file for one trace a campaign (tests/spec/traces_test.py).
TEST(Reachability, CLU_7_SIM_1_CampaignsComeToFortyOfFiftySituationsAndEnd) {
  const char* const file = std::getenv("NINELIVES_TRACES");
  std::ofstream traces;
  if (file != nullptr) traces.open(file);
  Reached reached;
  const int campaigns = in_builds(1'000, 20);
  play_seeds<TwoTables>(1, campaigns, [&](const TwoTables& campaign) {
    reached.add(campaign);
    if (traces.is_open()) traces << campaign.trace() << '\n';
  });
  reached.print(campaigns);
  if (campaigns < 1'000) return;  // too few to ask for what is rare
  EXPECT_LE(reached.sometimes.missing().size(), 10u)
      << ::testing::PrintToString(reached.sometimes.missing());
}

TEST(Reachability, Long_SIM_1_CampaignsReachEverySituation) {
  Reached reached;
  reached.print(play_many_seeds<TwoTables>([&](const TwoTables& one) { reached.add(one); }));
  EXPECT_TRUE(reached.sometimes.missing().empty())
      << ::testing::PrintToString(reached.sometimes.missing());
}

TEST(Reachability, SIM_1_APropertyThatIsNotListedIsRefused) {
  Sometimes sometimes;
  EXPECT_EQ(sometimes.missing().size(), Sometimes::kNames.size());
  sometimes.reach("kill_in_window");
  EXPECT_EQ(sometimes.missing().size(), Sometimes::kNames.size() - 1);
  EXPECT_THROW(sometimes.reach("kill_in_bed"), std::logic_error);
}

}  // namespace
}  // namespace nl
