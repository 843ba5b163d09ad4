// Round-trip tests of views and events as JSON, for every seat and a watcher.
#include "protocol/view_json.h"

#include <gtest/gtest.h>

#include "engine/pair_play.h"
#include "engine/random_play.h"
#include "protocol/event_json.h"
#include "protocol/watched.h"

namespace nl {
namespace {

// Through text, as it travels.
Json sent(const Json& json) { return Json::parse(json.dump()); }

std::string changed_by_travel(const Rules& rules, const View& v) {
  const Json travelled = sent(view_json(rules, v));
  SeenGame seen = read_view(JsonReader(travelled));
  const Json words = sent(legal_json(question_context(v), v.legal));
  seen.view.legal = read_legal(JsonReader(words).texts(), question_context(seen.view));
  EXPECT_EQ(legal_text(question_context(v), v.legal),
            legal_json(question_context(v), v.legal).dump());
  const Odds odds = next_draw_odds(rules, seen.view);
  if (odds.kittens != seen.odds.kittens || odds.cards != seen.odds.cards) return "odds";
  return different_field(v, seen.view);
}

TEST(ViewJson, NET_3_AViewComesBackWithNothingMadeUp) {
  const int games = in_builds(500, 8);
  for (int number = 0; number < games; ++number) {
    const auto seed = static_cast<std::uint64_t>(number);
    Watched game(game_kind(seed), seed);
    Dice dice(seed);
    for (int step = 0; step < 300 && !game.s.over(); ++step) {
      for (std::size_t i = 0; i < game.viewers.size(); ++i) {
        ASSERT_EQ(changed_by_travel(game.rules, game.view_of(i)), "")
            << game_kind(seed).name() << ", game " << number << ", step " << step << ", viewer "
            << int{game.viewers[i]};
      }
      game.step(dice);
    }
    if (game.s.over()) {
      EXPECT_EQ(changed_by_travel(game.rules, game.view_of(0)), "");
    }
  }
}

TEST(ViewJson, NET_3_AnEventComesBackWithWhoMayKnowIt) {
  int hidden = 0;
  int secret = 0;
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(in_builds(1'000, 60));
       ++number) {
    Watched game(game_kind(number), number);
    game.on_event = [&](const Event& event, Seat viewer) {
      const Json travelled = sent(event_json(event));
      std::vector read = {read_event(JsonReader(travelled))};
      address_to(read, viewer, game.s.seats);
      ASSERT_EQ(read[0], event) << event_json(event).dump() << " to " << int{viewer};
      hidden += event.hidden;
      secret += event.secrets > 0;
    };
    Dice dice(number);
    for (int step = 0; step < 300 && !game.s.over() && !testing::Test::HasFailure(); ++step) {
      game.step(dice);
    }
  }
  EXPECT_GT(hidden, 0);
  EXPECT_GT(secret, 0);
}

// ---- secrets ------------------------------------------------------------------------------------

const Rules* rules_of_pair = nullptr;  // Eyes are plain functions

std::string told(const Event& event, Seat viewer) {
  const Event shown = redact(event, viewer);
  return shown.kind == EventKind::None ? "" : event_json(shown).dump();
}
std::string told_without_redaction(const Event& event, Seat) { return event_json(event).dump(); }
std::string seen(const View& v) {
  return view_json(*rules_of_pair, v).dump() + legal_json(question_context(v), v.legal).dump();
}

std::string leak_to(const Eyes& eyes, std::uint64_t number, Together& together) {
  rules_of_pair = &game_kind(number).rules;
  return tell_apart(eyes, game_kind(number), number, together);
}

TEST(PairedJson, EK_4_NOPE_9_NoByteTellsWhatItsReaderCantKnow) {
  const Eyes reader{.words = told, .question = seen};
  Together together;
  const auto pairs = static_cast<std::uint64_t>(in_builds(5'000, 60));
  for (std::uint64_t n = 0; n < pairs; ++n) {
    const std::uint64_t number = n + 7'000'000;
    ASSERT_EQ(leak_to(reader, number, together), "") << "pair " << number;
  }
  EXPECT_GT(together.all(), static_cast<int>(pairs));
}

TEST(PairedJson, EK_4_EventsThatAreNotRedactedAreFound) {
  const Eyes gossip{.words = told_without_redaction};
  Together together;
  std::uint64_t n = 0;
  while (n < 1'000 && leak_to(gossip, n, together).empty()) ++n;
  EXPECT_LT(n, 1'000u);
}

// ---- what comes from outside --------------------------------------------------------------------

Json some_view() {
  Watched game(game_kind(3), 1);
  return view_json(game.rules, game.view_of(0));
}

TEST(ViewJson, NET_3_WhatNoServerWouldSendNamesItsField) {
  const auto fault = [](const char* key, const Json& value) -> std::string {
    Json json = some_view();
    json[key] = value;
    try {
      read_view(JsonReader(json));
    } catch (const JsonError& bad) {
      return bad.field();
    }
    return "";
  };
  EXPECT_EQ(fault("seats", 7), "seats");
  EXPECT_EQ(fault("turn", 99), "turn");
  EXPECT_EQ(fault("pile", -1), "pile");
  EXPECT_EQ(fault("alive", Json::array({0, 200})), "alive");
  EXPECT_EQ(fault("forward", "yes"), "forward");
  EXPECT_EQ(fault("discard", {{"dragon", 1}}), "discard");
  EXPECT_EQ(fault("discard", {{"skip", 1'000}}), "discard");
  EXPECT_EQ(fault("phase", {{"name", "place"}, {"seat", 0}}), "kitten");
  EXPECT_EQ(fault("phase", {{"name", "nowhere"}, {"seat", 0}}), "name");
  const Json deep = {{"name", "turn"}, {"seat", 0}};
  EXPECT_EQ(fault("under", Json::array({deep, deep, deep, deep})), "under");
  EXPECT_EQ(fault("hand_sizes", Json::array({1})), "hand_sizes");
  EXPECT_EQ(fault("known", Json::object()), "pile");
}

TEST(ViewJson, MoreThanThisReaderCanKeepIsKnowingLess) {
  Json json = some_view();
  Json facts = Json::array();
  for (int i = 0; i < 30; ++i) facts.push_back({{"card", "skip"}, {"low", i}, {"high", i}});
  json["known"]["pile"] = facts;
  const View v = read_view(JsonReader(json)).view;
  EXPECT_EQ(v.known.facts(), Knowledge::kMaxFacts);
  EXPECT_EQ(v.known.at(0), Card::Skip);
}

TEST(ViewJson, AnEventOfALaterServerIsPassedOver) {
  const auto read = [](const Json& json) {
    std::vector events = {read_event(JsonReader(json))};
    address_to(events, 0, 2);
    return events[0];
  };
  EXPECT_EQ(read({{"kind", "sneezed"}, {"seat", 0}}), Event{});
  EXPECT_EQ(read({{"kind", "drew"}, {"seat", 1}}).seat, 1);
  EXPECT_THROW(read({{"kind", "drew"}, {"seat", 4}}), JsonError);
  EXPECT_THROW(read({{"kind", "drew"}, {"secret", {"dragon"}}}), JsonError);
}

TEST(ViewJson, APatchTurnsOneViewIntoTheNext) {
  Watched game(game_kind(11), 4);
  Dice dice(4);
  Json before = view_json(game.rules, game.view_of(1));
  for (int step = 0; step < 60 && !game.s.over(); ++step) {
    game.step(dice);
    const Json after = view_json(game.rules, game.view_of(1));
    const Json patch = sent(merge_patch(before, after));
    if (!patch.is_null()) before.merge_patch(patch);
    ASSERT_EQ(nlohmann::json::parse(before.dump()), nlohmann::json::parse(after.dump()));
  }
}

}  // namespace
}  // namespace nl
