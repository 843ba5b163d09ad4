// Tests of malformed messages.
#include <gtest/gtest.h>

#include "protocol/request.h"
#include "protocol/server_message.h"
#include "text/nesting.h"

namespace nl {
namespace {

std::string nested(int depth) {
  const auto times = static_cast<std::size_t>(depth);
  return R"({"t":"create","name":"]]{{","settings":)" + std::string(times, '[') +
         std::string(times, ']') + '}';
}

TEST(Requests, NET_3_WhatNestsTooDeepIsRefusedBeforeATreeIsBuiltOfIt) {
  EXPECT_EQ(parse_request(nested(kMostNesting - 1)).type, "create");
  EXPECT_EQ(parse_request(nested(kMostNesting)).type, "") << "no field of it was read";
  EXPECT_EQ(parse_request(nested(400'000)).type, "");
  EXPECT_EQ(parse_request(std::string(400'000, '[')).type, "");
  EXPECT_FALSE(nests_too_deep(R"(["\"[[[["])", 1)) << "brackets in strings are text";
  EXPECT_TRUE(nests_too_deep(R"(["\\",[[[["])", 2));
}

TEST(Requests, NET_3_WhatIsNotSaidIsTheUsual) {
  EXPECT_EQ(std::get<AddBotRequest>(*parse_request(R"({"t":"add_bot"})").request).bot, "");
  EXPECT_EQ(std::get<RecordRequest>(*parse_request(R"({"t":"record"})").request).from, 0);
  EXPECT_FALSE(std::get<HelloRequest>(*parse_request(R"({"t":"hello","version":1})").request).fair);
}

// Names are clients' to clean, so that any text has to survive, and bytes that are none must not
// stop a message.
TEST(Requests, NET_3_TextThatIsNoTextIsStillAMessage) {
  const std::string text = request_text(ChatRequest{"\xFF\xFE"});
  EXPECT_TRUE(parse_request(text).request);
}

template <class Message>
std::string field_of_fault(const std::string& text) {
  try {
    (void)std::get<Message>(parse_server_message(text));
  } catch (const JsonError& error) {
    return error.field();
  }
  return "";
}

TEST(Messages, NET_3_WhatNoServerWouldSayNamesItsField) {
  EXPECT_EQ(field_of_fault<RoomsMessage>(R"({"t":"rooms"})"), "rooms");
  EXPECT_EQ(field_of_fault<RefusedMessage>(R"({"t":"refused","reason":"mood","key":"x"})"),
            "reason");
  EXPECT_EQ(field_of_fault<JoinedMessage>(R"({"t":"joined","room":"../etc","seat":1})"), "room");
  EXPECT_EQ(field_of_fault<JoinedMessage>(R"({"t":"joined","room":"4f0c2m8k1q","seat":6})"),
            "seat");
  EXPECT_EQ(field_of_fault<WindowMessage>(R"({"t":"window","game":1,"nopes":0,"now":1})"),
            "deadline");
  EXPECT_THROW(parse_server_message("[]"), JsonError);
  EXPECT_THROW(parse_server_message("{"), JsonError);
  EXPECT_THROW(parse_server_message(R"({"t":7})"), JsonError);
}

TEST(Messages, NET_3_AMessageOfALaterServerIsPassedOver) {
  EXPECT_TRUE(std::holds_alternative<OtherMessage>(parse_server_message(R"({"t":"weather"})")));
  EXPECT_TRUE(std::holds_alternative<OtherMessage>(parse_server_message(R"({"t":""})")));
}

// The record goes into a file of lines: a piece of it can bring nothing but JSON without breaks.
TEST(Messages, NET_3_LinesOfARecordAreJsonAndOneLineEach) {
  const auto lines_of = [](const std::string& lines) {
    const std::string text = R"({"t":"record","game":1,"from":0,"total":1,"lines":)" + lines + "}";
    return std::get<RecordMessage>(parse_server_message(text)).lines;
  };
  EXPECT_EQ(lines_of(R"(["{\"a\":1}"])"), std::vector<std::string>{R"({"a":1})"});
  EXPECT_EQ(lines_of(R"(["{\n\"a\": 1}"])"), std::vector<std::string>{R"({"a":1})"});
  EXPECT_THROW(lines_of(R"(["draw"])"), JsonError);
  EXPECT_THROW(lines_of(R"([7])"), JsonError);
}

// Settings are read with the rest of a request, and refused by the name of their field.
TEST(Requests, NET_3_WrongSettingsAreNamedAndNothingElseOfTheRequestIsLost) {
  const auto asked = [](const std::string& fields) {
    const ParsedRequest parsed = parse_request(R"({"t":"create","name":"Ann",)" + fields + "}");
    return std::get<CreateRequest>(parsed.request.value());
  };
  EXPECT_EQ(asked(R"("seats":3)").settings.wanted.seats, 3);
  EXPECT_EQ(asked(R"("seats":3)").settings.fault, "");
  for (const char* wrong :
       {R"("seats":9)", R"("preset":"chess")", R"("expansions":["dogs"])", R"("window_ms":1)",
        R"("turn_s":-1)", R"("hours":"1")", R"("rules":[])"}) {
    const std::string field(wrong + 1, std::string_view(wrong).find('"', 1) - 1);
    EXPECT_EQ(asked(wrong).settings.fault, field);
    EXPECT_EQ(asked(wrong).name, "Ann");
  }
  EXPECT_EQ(asked(R"("rules":{"hand":"99"})").settings.fault, "hand");
  EXPECT_EQ(asked(R"("rules":{"colour":"red"})").settings.fault, "colour");
  EXPECT_EQ(asked(R"("rules":{"hand":[1]})").settings.fault, "hand");
}

}  // namespace
}  // namespace nl
