// The golden ceremonies: games, honest and changed, that every verifier is held to. The program's
// is here; tools/verify.py and the page's are in three_verifiers.py and in
// web/tests/unit/ceremonies.test.ts. make_ceremonies.py makes them.
// Requirements: FAIR-1
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
