// Paired-world tests of secrets: whatever a viewer can't know may change, and every byte it gets
// stays the same. And the proof that the test sees: planted leaks, each of which it finds.
#include <gtest/gtest.h>

#include "engine/leaks.h"
#include "engine/pair_play.h"

namespace nl {
namespace {

void expect_no_leak(std::uint64_t first, int pairs) {
  const Eyes honest;
  Together together;
  for (std::uint64_t n = first; n < first + static_cast<std::uint64_t>(pairs); ++n) {
    const std::string leak = tell_apart(honest, game_kind(n), n, together);
    ASSERT_EQ(leak, "") << "pair " << n << ": " << game_kind(n).name();
  }
  // Pairs that part at once would say little.
  EXPECT_GT(together.all(), 2 * pairs);
  for (const Phase phase :
       {Phase::Turn, Phase::Target, Phase::Name, Phase::Window, Phase::Give, Phase::Order,
        Phase::Collect, Phase::Keep, Phase::Place, Phase::Chain, Phase::Potluck, Phase::Bury}) {
    EXPECT_GT(together.rounds[static_cast<std::size_t>(phase)], pairs / 2000)
        << static_cast<int>(phase);
  }
}

TEST(Paired, EK_4_NOPE_9_BOX_3_BOX_4_NothingThatAViewerCantKnowChangesWhatItGets) {
  expect_no_leak(0, in_builds(100'000, 1'500));
}

TEST(LongPaired, EK_4_NOPE_9_FiveMillionPairs) {
  if (in_builds(0, 1) != 0) GTEST_SKIP() << "for release builds";
  expect_no_leak(1'000'000, 5'000'000);
}

class PlantedLeak : public testing::TestWithParam<Eyes> {};

TEST_P(PlantedLeak, IsFound) {
  constexpr std::uint64_t kEnough = 20'000;
  Together together;
  std::uint64_t n = 0;
  while (n < kEnough && tell_apart(GetParam(), game_kind(n * 7), n, together).empty()) ++n;
  EXPECT_LT(n, kEnough) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Paired, PlantedLeak, testing::ValuesIn(planted_leaks()),
                         [](const auto& leak) { return std::string(leak.param.name); });

TEST(Paired, ThereAreTwentyPlantedLeaksAtLeast) { EXPECT_GE(planted_leaks().size(), 20u); }

}  // namespace
}  // namespace nl
