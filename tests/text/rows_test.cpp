// Tests of presets and boxes as rows: lists elsewhere must agree with the rows.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/cards.h"
#include "text/file_content.h"
#include "text/korean_words.h"
#include "text/notation.h"
#include "text/words.h"

namespace nl {
namespace {

using Json = nlohmann::ordered_json;

std::string path_of(const std::string& file) {
  return std::string(NINELIVES_SOURCE_DIR) + '/' + file;
}

TEST(Rows, EverySetOfBoxesIsSaidAndReadBack) {
  for (int set = 0; set < kExpansionSets; ++set) {
    const auto expansions = static_cast<Expansions>(set);
    EXPECT_EQ(parse_expansions(expansions_name(expansions)), expansions);
    EXPECT_EQ(parse_box(expansions_name(expansions)).has_value(), box_names(expansions).size() == 1)
        << expansions_name(expansions);
  }
  EXPECT_EQ(parse_expansions(""), kBase);
  EXPECT_EQ(parse_expansions("streaking,imploding"), kImploding | kStreaking);
  for (const char* bad : {"both", "imploding,", ",", "imploding streaking", "none,imploding"}) {
    EXPECT_EQ(parse_expansions(bad), std::nullopt) << bad;
  }
}

TEST(Rows, ListsForHelpAndErrorsNameEveryRow) {
  std::istringstream presets(preset_list());
  int count = 0;
  for (std::string name; presets >> name; ++count) {
    EXPECT_EQ(parse_preset(name), static_cast<Preset>(count));
  }
  EXPECT_EQ(count, kPresets);
  std::istringstream sets(expansions_list());
  Expansions seen = kBase;
  for (std::string name; sets >> name;) {
    ASSERT_TRUE(parse_expansions(name)) << name;
    seen |= *parse_expansions(name);
  }
  EXPECT_EQ(seen, kAllBoxes);
}

TEST(Rows, TERM_2_SeveralBoxesAreOneName) {
  const Words& en = words(Language::English);
  EXPECT_EQ(en.expansions(kBase), "Exploding Kittens");
  EXPECT_EQ(en.expansions(kStreaking), "Streaking Kittens");
  EXPECT_EQ(en.expansions(kImploding | kStreaking), "Imploding Kittens and Streaking Kittens");
  EXPECT_EQ(words(kKorean).expansions(kImploding | kStreaking), "내파 고양이와 질주 고양이");
}

TEST(Rows, SET_3_TheClassroomSeatsFourWhateverTheBoxes) {
  for (int set = 0; set < kExpansionSets; ++set) {
    const Rules rules = make_rules(Preset::Srs, static_cast<Expansions>(set));
    EXPECT_EQ(most_people(Preset::Srs, rules), 4);
    EXPECT_GE(rules.max_players, 5) << "the engine and its environments allow more";
  }
  EXPECT_EQ(most_people(Preset::Official, make_rules(Preset::Official, kImploding)), 6);
  Rules house = make_rules(Preset::Srs);
  house.max_players = 3;
  EXPECT_EQ(most_people(Preset::Srs, house), 3);
}

TEST(Rows, TheProtocolsSchemaListsCardsPresetsBoxesAndPhases) {
  const Json defs =
      Json::parse(content_of(path_of("docs/reference/protocol.schema.json")))["$defs"];
  Json cards = Json::array();
  for (int kind = 0; kind < kCardKinds; ++kind) cards.push_back(card_name(card_at(kind)));
  EXPECT_EQ(defs["card"]["enum"], cards);
  Json presets = Json::array();
  for (int i = 0; i < kPresets; ++i) presets.push_back(preset_name(static_cast<Preset>(i)));
  EXPECT_EQ(defs["preset"]["enum"], presets);
  EXPECT_EQ(defs["expansions"]["items"]["enum"], Json(box_names(kAllBoxes)));
  EXPECT_EQ(defs["expansions"]["maxItems"], kBoxes);
  Json phases = Json::array();
  for (int i = 0; i < kPhases; ++i) phases.push_back(phase_name(static_cast<Phase>(i)));
  EXPECT_EQ(defs["phase"]["enum"], phases);
}

}  // namespace
}  // namespace nl
