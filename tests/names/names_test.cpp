// Tests of the name sanitizer.
#include "names/names.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "names/confusables.h"

namespace nl {
namespace {

TEST(Names, TERM_4_EscapesAreStrippedWhole) {
  EXPECT_EQ(clean_name("\x1b[31mJane\x1b[0m"), "Jane");
  EXPECT_EQ(clean_name("\x1b]0;title\x07Tom"), "Tom");
  EXPECT_EQ(clean_name("\x1b]8;;http://x\x1b\\Tom"), "Tom");
  EXPECT_EQ(clean_name("\x1bPq#0\x1b\\Ann"), "Ann");
  EXPECT_EQ(clean_name("a\x9b"
                       "31mb"),
            "a31mb");  // no UTF-8: the byte goes, text stays
  EXPECT_EQ(clean_name("\xc2\x9b"
                       "2Jx"),
            "2Jx");  // C1 control in UTF-8
  EXPECT_EQ(clean_name("\x1b"), "");
  EXPECT_EQ(clean_name("\x1b["), "");
}

TEST(Names, ControlBidiAndInvisibleCharactersAreStripped) {
  EXPECT_EQ(clean_name("a\a\b\x7f\r\nb"), "a b");
  EXPECT_EQ(clean_name("\u202Eevil\u202C"), "evil");
  EXPECT_EQ(clean_name("\u2066x\u2069\u200B\uFEFF"), "x");
  EXPECT_EQ(clean_name("\u3164\u115F"), "");
  EXPECT_EQ(clean_name("  two   words  "), "two words");
  EXPECT_EQ(clean_name("\u2028line\u2029"), "line");
}

TEST(Names, TERM_2_HangulIsComposed) {
  EXPECT_EQ(clean_name("\u1112\u1161\u11AB"), "한");
  EXPECT_EQ(columns_of("한글"), 4);
  EXPECT_EQ(columns_of("ab한"), 4);
  EXPECT_EQ(padded("한글", 6), "한글  ");
  EXPECT_EQ(padded("한글", 3), "한 ");
}

TEST(Names, TooLongNamesAndPiledUpMarksAreCut) {
  EXPECT_EQ(columns_of(clean_name(std::string(100, 'x'))), kMaxNameColumns);
  EXPECT_LE(columns_of(clean_name("가나다라마바사아자차카타파하")), kMaxNameColumns);
  std::string zalgo = "Z";
  for (int i = 0; i < 50; ++i) zalgo += "\u0335";
  EXPECT_LE(clean_name(zalgo).size(), 1u + 2 * 2);
}

TEST(Names, LANG_1_AHundredNamesInTwentyScriptsStayWhole) {
  std::ifstream in(NINELIVES_SOURCE_DIR "/tests/names/script_names.json");
  const auto scripts =
      nlohmann::json::parse(in).get<std::map<std::string, std::vector<std::string>>>();
  EXPECT_EQ(scripts.size(), 20u);
  std::set<std::string> seen;
  for (const auto& [script, names] : scripts) {
    for (const std::string& name : names) {
      EXPECT_EQ(clean_name(name), name) << script;
      EXPECT_LE(columns_of(name), kMaxNameColumns) << script;
      EXPECT_EQ(columns_of(padded(name, kMaxNameColumns)), kMaxNameColumns) << script;
      EXPECT_TRUE(seen.insert(skeleton(name)).second) << name << " looks like another";
    }
  }
  EXPECT_EQ(seen.size(), 100u);
}

TEST(Names, NamesakesAreToldApart) {
  std::vector<std::string> names = {"Tom", "Tom", "Ann", "Tom"};
  make_distinct(names);
  EXPECT_EQ(names, (std::vector<std::string>{"Tom", "Tom 2", "Ann", "Tom 3"}));
}

TEST(Names, NamesThatOnlyLookTheSameAreMarked) {
  const auto beside_ann = [](const char* other) {
    std::vector<std::string> names = {"Ann", other};
    make_distinct(names);
    EXPECT_EQ(names[0], "Ann");
    return names[1];
  };
  EXPECT_EQ(beside_ann("Ann"), "Ann 2");
  EXPECT_EQ(beside_ann("\u0410nn"), "\u0410nn 2") << "a Cyrillic letter";
  EXPECT_EQ(beside_ann("\u0391nn"), "\u0391nn 2") << "a Greek one";
  EXPECT_EQ(beside_ann("\uFF21\uFF4E\uFF4E"), "\uFF21\uFF4E\uFF4E 2") << "full width";
  EXPECT_EQ(beside_ann("\U0001D400nn"), "\U0001D400nn 2") << "mathematical";
  EXPECT_EQ(beside_ann("ann"), "ann");
  EXPECT_EQ(beside_ann("Anna"), "Anna");
  EXPECT_EQ(beside_ann("\u00C4nn"), "\u00C4nn") << "an accent can be seen";
}

TEST(Names, LookalikesOfOneAlphabet) {
  EXPECT_EQ(skeleton("Ian 10"), skeleton("lan lO"));
  EXPECT_EQ(skeleton("morn"), skeleton("mom"));
  EXPECT_EQ(skeleton("O\u2019Neill"), skeleton("O'NeiIl"));
  EXPECT_NE(skeleton("나"), skeleton("너"));
  EXPECT_EQ(skeleton("\u0440\u0430\u0443\u0440\u0430l"), skeleton("paypal"));
}

}  // namespace
}  // namespace nl
