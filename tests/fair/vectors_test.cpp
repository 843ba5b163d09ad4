// Known-answer tests of the fair shuffle. make_vectors.py computed the answers independently.
#include <gtest/gtest.h>

#include <fstream>

#include "fair/fair_line.h"
#include "fair/fair_source.h"

namespace nl {
namespace {

Json vectors() {
  std::ifstream in(NINELIVES_SOURCE_DIR "/tests/fair/vectors.json");
  return Json::parse(in);
}

FairDeal deal_of_vector(const Json& vector) {
  return read_fair(vector["fair"], terms_of(vector["header"]),
                   vector["header"]["seats"].get<int>());
}

TEST(FAIR_1_Vectors, TheTermsAreOneText) {
  for (const Json& vector : vectors()) {
    EXPECT_EQ(terms_of(vector["header"]), vector["terms"].get<std::string>());
    const auto header = std::get<Header>(parse_record_line(vector["header"].dump()));
    EXPECT_EQ(terms_of(header), vector["terms"].get<std::string>());
  }
}

TEST(FAIR_1_Vectors, TheKeyFollowsFromSeedAndShares) {
  for (const Json& vector : vectors()) {
    EXPECT_EQ(to_hex(deal_of_vector(vector).key()), vector["key"].get<std::string>());
  }
}

TEST(FAIR_1_Vectors, EveryPurposeHasItsWords) {
  constexpr std::array<const char*, kChances> kNames = {"deal", "first", "shuffle", "steal",
                                                        "nope", "mark",  "blind"};
  for (const Json& vector : vectors()) {
    const FairDeal deal = deal_of_vector(vector);
    for (std::size_t what = 0; what < kNames.size(); ++what) {
      FairWords words(deal.key(), static_cast<Chance>(what), vector["number"].get<int>());
      for (const Json& expected : vector["words"][kNames[what]]) {
        EXPECT_EQ(words(), expected.get<std::uint32_t>()) << kNames[what];
      }
    }
  }
}

TEST(FAIR_1_Vectors, FixedSeedsGiveAFixedDeal) {
  for (const Json& vector : vectors()) {
    const auto header = std::get<Header>(parse_record_line(vector["header"].dump()));
    const auto expected = std::get<Deal>(parse_record_line(Json{{"deal", vector["deal"]}}.dump()));
    FairSource source(deal_of_vector(vector));
    NullSink sink;
    const Deal dealt = deal_of(header.rules, new_game(header.rules, header.seats, source, sink));
    EXPECT_EQ(record_text(dealt), record_text(expected));
  }
}

TEST(FAIR_1_Vectors, AFairLineIsWrittenAsItWasRead) {
  for (const Json& vector : vectors()) {
    EXPECT_EQ(Json::parse(record_text(deal_of_vector(vector)))["fair"], vector["fair"]);
  }
}

}  // namespace
}  // namespace nl
