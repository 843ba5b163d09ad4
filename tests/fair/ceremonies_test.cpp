// Tests of the golden ceremonies with `ninelives verify`; three_verifiers.py runs the other
// verifiers.
#include <gtest/gtest.h>

#include <fstream>

#include "fair/fair_check.h"

namespace nl {
namespace {

const std::string kFolder = NINELIVES_SOURCE_DIR "/tests/fair/";

TEST(FAIR_1_Ceremonies, TheGoldenOnesAreJudgedAsEver) {
  std::ifstream records(kFolder + "ceremonies.jsonl");
  std::vector<int> refused;
  int games = 0;
  check_fair_games(records, {}, [&](const FairVerdict& verdict) {
    ++games;
    if (verdict.difference) refused.push_back(verdict.difference->line);
  });
  const Json expected = Json::parse(std::ifstream(kFolder + "ceremonies.json"));
  EXPECT_EQ(games, expected.at("games"));
  EXPECT_EQ(Json(refused), expected.at("refused"));
  EXPECT_GE(refused.size(), 10u);
}

}  // namespace
}  // namespace nl
