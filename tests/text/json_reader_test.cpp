// Tests of the JSON reader: types, ranges, names of wrong fields, nesting, and errors that are
// noted.
#include "text/json_reader.h"

#include <gtest/gtest.h>

#include <functional>

namespace nl {
namespace {

// The field that a read complains about, and the complaint.
std::string complaint(const std::string& text, const std::function<void(const JsonReader&)>& read) {
  try {
    const Json json = parse_object(text);
    read(JsonReader(json));
  } catch (const JsonError& error) {
    return error.field() + ": " + error.what();
  }
  return "";
}

TEST(JsonReader, AWrongTypeOrRangeNamesItsField) {
  const auto number = [](const JsonReader& json) { json["n"].number(0, 5); };
  EXPECT_EQ(complaint(R"({"n":5})", number), "");
  for (const char* wrong : {R"({"n":6})", R"({"n":-1})", R"({"n":1.5})", R"({"n":"1"})",
                            R"({"n":18446744073709551615})", R"({"n":null})"}) {
    EXPECT_EQ(complaint(wrong, number), "n: \"n\" must be a whole number from 0 to 5") << wrong;
  }
  EXPECT_EQ(complaint("{}", number), "n: there is no \"n\"");
  const auto text = [](const JsonReader& json) { json["t"].text(3); };
  EXPECT_EQ(complaint(R"({"t":"abc"})", text), "");
  EXPECT_EQ(complaint(R"({"t":"abcd"})", text), "t: \"t\" must be a text of at most 3 bytes");
  EXPECT_EQ(complaint(R"({"t":1})", text), "t: \"t\" must be a text");
  const auto flag = [](const JsonReader& json) { json["f"].flag(); };
  EXPECT_EQ(complaint(R"({"f":false})", flag), "");
  EXPECT_EQ(complaint(R"({"f":0})", flag), "f: \"f\" must be true or false");
}

TEST(JsonReader, NumbersOfAnyKindAndOf64Bits) {
  const Json json = parse_object(R"({"half":0.5,"one":1,"most":18446744073709551615,"less":-1})");
  const JsonReader read(json);
  EXPECT_EQ(read["half"].real(), 0.5);
  EXPECT_EQ(read["one"].real(), 1);
  EXPECT_EQ(read_unsigned(read["most"]), 18446744073709551615U);
  EXPECT_THROW(read_unsigned(read["less"]), JsonError);
  EXPECT_THROW(read_unsigned(read["half"]), JsonError);
  EXPECT_THROW(read_unsigned(read["none"]), JsonError);
  EXPECT_THROW(read["none"].real(), JsonError);
}

TEST(JsonReader, ListsHaveALengthAndItemsTheNameOfTheirList) {
  const auto texts = [](const JsonReader& json) { json["all"].texts(2); };
  EXPECT_EQ(complaint(R"({"all":["a","b"]})", texts), "");
  EXPECT_EQ(complaint(R"({"all":["a","b","c"]})", texts),
            "all: \"all\" must be a list of at most 2");
  EXPECT_EQ(complaint(R"({"all":["a",1]})", texts), "all: \"all\" must be a text");
  EXPECT_EQ(complaint(R"({"all":{}})", texts), "all: \"all\" must be a list");
}

TEST(JsonReader, NoJsonNoObjectAndNestingAreOneKindOfError) {
  for (const std::string text : {"", "{", "[]", "1", "{\"a\":1} x"}) {
    EXPECT_THROW(parse_object(text), JsonError) << text;
  }
  EXPECT_THROW(parse_json(std::string(100'000, '[') + std::string(100'000, ']')), JsonError);
}

// Without exceptions the first error is noted, and reads go on with defaults.
TEST(JsonReader, TheInnermostScopeNotesTheFirstErrorInsteadOfThrowing) {
  const Json json = parse_object(R"({"a":"x","b":true})");
  const JsonReader read(json);
  const JsonFaults outer;
  {
    const JsonFaults inner;
    EXPECT_EQ(read["a"].number(3, 9), 3);
    EXPECT_EQ(read["b"].text(), "");
    ASSERT_TRUE(inner.first());
    EXPECT_EQ(inner.first()->field(), "a");
  }
  EXPECT_FALSE(outer.first());
  EXPECT_FALSE(JsonFaults::pending());
}

}  // namespace
}  // namespace nl
