// Tests of records: written, read and replayed without loss, and each fault is found: the line
// and the reason.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <sstream>

#include "game/replay.h"
#include "text/record_game.h"

namespace nl {
namespace {

// ---- round trips --------------------------------------------------------------------------------

TEST(Record, EveryActionsTextSaysThatActionAlone) {
  const int games = in_builds(1'000, 60);
  for (int number = 0; number < games; ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(1, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    NullSink sink;
    State s = new_game(kind.rules, kind.seats, random, sink);
    while (!s.over()) {
      const Seat seat = next_actor(s);
      const ActionSet choices = legal(kind.rules, s, seat);
      std::set<std::string> texts;
      choices.for_each([&](Action action) {
        const std::string text = action_text(s, seat, action);
        const auto parsed = parse_action(s, seat, text);
        EXPECT_TRUE(parsed && *parsed == action) << text;
        EXPECT_TRUE(texts.insert(text).second) << text << " says two actions";
      });
      apply(kind.rules, s, seat, dice.action(choices), random, sink);
    }
    ASSERT_FALSE(HasFailure()) << "game " << number;
  }
}

// State without facts that no record has: the place of a pile that is gone, the dealer's shuffles.
State comparable(State s) {
  for (std::size_t i = s.pile_size; i < s.pile.size(); ++i) s.pile[i] = {};
  s.chances[static_cast<std::size_t>(Chance::Deal)] = 0;
  s.chances[static_cast<std::size_t>(Chance::First)] = 0;
  return s;
}

void expect_replayed(const RecordedGame& game, const std::string& name) {
  Replay replay;
  int line = 0;
  for (const std::string& text : game.lines) {
    const auto difference = replay.feed(++line, parse_record_line(text));
    ASSERT_FALSE(difference) << name << ", line " << difference->line << ": " << difference->reason;
  }
  ASSERT_FALSE(replay.finish()) << name;
  const State ours = comparable(game.last);
  const State theirs = comparable(replay.state());
  EXPECT_EQ(std::memcmp(&ours, &theirs, sizeof ours), 0) << name << ": the last states differ";
}

TEST(Record, WrittenReadAndReplayedItComesToTheSameState) {
  const int games = in_builds(1'000, 60);
  for (int number = 0; number < games; ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    expect_replayed(record_game(kind, static_cast<std::uint64_t>(number), false), kind.name());
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Record, LegalListsAndStatesAreVerifiedOnTheWay) {
  const int games = in_builds(144, 12);
  for (int number = 0; number < games; ++number) {
    const auto n = static_cast<std::uint64_t>(number) * 7;
    expect_replayed(record_game(game_kind(n), n, true), game_kind(n).name());
    ASSERT_FALSE(HasFailure());
  }
}

// ---- what is wrong is found ---------------------------------------------------------------------

class TamperedRecord : public testing::Test {
 protected:
  // A game in which all of these come up.
  void SetUp() override {
    const GameKind kind{make_rules(Preset::Official), Preset::Official, kBase, 3};
    for (std::uint64_t number = 0;; number += 4) {
      lines_ = record_game(kind, number, true).lines;
      if (find("\"chance\":\"steal\"") && find("\"chance\":\"shuffle\"") && find("pass")) return;
    }
  }
  std::size_t find(const std::string& text, std::size_t from = 0) const {
    for (std::size_t i = from; i < lines_.size(); ++i) {
      if (lines_[i].find(text) != std::string::npos) return i;
    }
    return 0;
  }
  template <class Change>
  void change(std::size_t line, Change with) {
    Json json = Json::parse(lines_[line]);
    with(json);
    lines_[line] = json.dump();
  }
  std::string replayed() const {
    std::string text;
    for (const std::string& line : lines_) text += line + '\n';
    std::istringstream in(text);
    std::string found = "nothing wrong";
    try {
      replay_all(in, {}, [&](const Difference& difference) {
        found = std::to_string(difference.line) + ": " + difference.reason;
      });
    } catch (const RecordError& error) {
      found = std::string("no record: ") + error.what();
    }
    return found;
  }
  void expect_found(std::size_t line, const std::string& reason) const {
    const std::string found = replayed();
    EXPECT_EQ(found.substr(0, found.find(' ')), std::to_string(line + 1) + ':') << found;
    EXPECT_NE(found.find(reason), std::string::npos) << found;
  }
  void expect_no_record(std::size_t line, const std::string& reason) const {
    const std::string found = replayed();
    EXPECT_EQ(found.find("no record: " + std::to_string(line + 1) + ": "), 0u) << found;
    EXPECT_NE(found.find(reason), std::string::npos) << found;
  }
  Seat other_seat(std::size_t line) const {
    return static_cast<Seat>((Json::parse(lines_[line])["seat"].get<int>() + 1) % 3);
  }

  static constexpr std::size_t kFirstStep = 2;  // after the header and the deal
  std::vector<std::string> lines_;
};

TEST_F(TamperedRecord, NothingIsFoundInAGoodOne) { EXPECT_EQ(replayed(), "nothing wrong"); }

TEST_F(TamperedRecord, AWrongSeat) {
  const Seat other = other_seat(kFirstStep);
  change(kFirstStep, [&](Json& json) { json["seat"] = other; });
  expect_found(kFirstStep, "this seat is not asked now");
}
TEST_F(TamperedRecord, ASeatThatIsNotInThisGame) {
  change(kFirstStep, [](Json& json) { json["seat"] = 4; });
  expect_found(kFirstStep, "no such seat");
}
TEST_F(TamperedRecord, ASeatThatIsNotInAnyGame) {
  change(kFirstStep, [](Json& json) { json["seat"] = 6; });
  expect_no_record(kFirstStep, "\"seat\" must be a whole number from 0 to 5");
}
TEST_F(TamperedRecord, AnActionThatIsNotLegal) {
  change(kFirstStep, [](Json& json) { json["do"] = "play catomic"; });
  expect_found(kFirstStep, "\"play catomic\" is not legal");
}
TEST_F(TamperedRecord, AnActionThatIsNone) {
  change(kFirstStep, [](Json& json) { json["do"] = "fly away"; });
  expect_found(kFirstStep, "answers no question");
}
TEST_F(TamperedRecord, AStolenCardThatIsNotThere) {
  const std::size_t line = find("\"chance\":\"steal\"");
  change(line, [](Json& json) { json["card"] = "imploding"; });
  expect_found(line, "there is no imploding to be drawn here");
}
TEST_F(TamperedRecord, AShuffleOfOtherCards) {
  const std::size_t line = find("\"chance\":\"shuffle\"");
  change(line, [](Json& json) { json["pile"][0] = "catomic"; });
  expect_found(line, "does not have the cards of the pile");
}
TEST_F(TamperedRecord, AShuffleThatLosesACard) {
  const std::size_t line = find("\"chance\":\"shuffle\"");
  change(line, [](Json& json) { json["pile"].erase(0); });
  expect_found(line, "too few cards");
}
TEST_F(TamperedRecord, AShuffleThatGainsACard) {
  const std::size_t line = find("\"chance\":\"shuffle\"");
  change(line, [](Json& json) { json["pile"].insert(json["pile"].begin(), "skip"); });
  expect_found(line, "too many cards");
}
TEST_F(TamperedRecord, AChanceLineThatIsMissing) {
  const std::size_t line = find("\"chance\":\"steal\"");
  lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(line));
  expect_found(line - 1, "a chance line is missing");
}
TEST_F(TamperedRecord, AChanceLineTooMany) {
  const std::string steal = lines_[find("\"chance\":\"steal\"")];
  lines_.insert(lines_.begin() + kFirstStep + 1, steal);
  expect_found(kFirstStep + 1, "no chance line belongs here");
}
TEST_F(TamperedRecord, AChanceOfAnotherKind) {
  const std::size_t line = find("\"chance\":\"steal\"");
  change(line, [](Json& json) { json["chance"] = "mark"; });
  expect_found(line, "not the chance that comes here");
}
TEST_F(TamperedRecord, AChanceBeforeAnyAction) {
  lines_.insert(lines_.begin() + 1, lines_[find("\"chance\":\"steal\"")]);
  expect_found(1, "must follow an action");
}
TEST_F(TamperedRecord, ALegalListWithOneLess) {
  change(kFirstStep, [](Json& json) { json["legal"].erase(0); });
  expect_found(kFirstStep, "the list of legal actions is another");
}
TEST_F(TamperedRecord, EveryFieldOfAState) {
  const std::size_t line = find("\"state\"");
  const std::string good = lines_[line];
  const Json fields = Json::parse(good)["state"];
  for (const auto& [key, value] : fields.items()) {
    change(line, [&, name = key](Json& json) { json["state"][name] = "wrong"; });
    expect_found(line, '"' + key + "\" should be ");
    lines_[line] = good;
    change(line, [&, name = key](Json& json) { json["state"].erase(name); });
    expect_found(line, "the state lacks \"" + key + '"');
    lines_[line] = good;
  }
}
TEST_F(TamperedRecord, AWrongWinner) {
  change(lines_.size() - 1,
         [](Json& json) { json["end"]["winner"] = (json["end"]["winner"].get<int>() + 1) % 3; });
  expect_found(lines_.size() - 1, "the winner is ");
}
TEST_F(TamperedRecord, AWrongOrderOfTheDead) {
  change(lines_.size() - 1,
         [](Json& json) { std::swap(json["end"]["died"][0], json["end"]["died"][1]); });
  expect_found(lines_.size() - 1, "the dead are [");
}
TEST_F(TamperedRecord, AnEndBeforeTheEnd) {
  lines_ = {lines_[0], lines_[1], lines_.back()};
  expect_found(2, "the game is not over");
}
TEST_F(TamperedRecord, AnActionAfterTheEnd) {
  lines_.push_back(lines_[kFirstStep]);
  expect_found(lines_.size() - 1, "the game is over");
}
TEST_F(TamperedRecord, LinesOutOfPlace) {
  const auto dealt = lines_;
  lines_ = {dealt[1]};
  expect_found(0, "a game begins with its header");
  lines_ = {dealt[0], dealt[2]};
  expect_found(1, "the deal must come first");
  lines_ = {dealt[0], dealt[1], dealt[1]};
  expect_found(2, "the cards are dealt already");
}
TEST_F(TamperedRecord, ASecondHeaderInOneGame) {
  Replay replay;
  EXPECT_FALSE(replay.feed(1, parse_record_line(lines_[0])));
  const auto difference = replay.feed(2, parse_record_line(lines_[0]));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->line, 2);
  EXPECT_NE(difference->reason.find("second header"), std::string::npos);
}
TEST_F(TamperedRecord, ADealThatIsNone) {
  const std::string good = lines_[1];
  const auto with = [&](const std::string& reason, auto spoil) {
    change(1, [&](Json& json) { spoil(json["deal"]); });
    expect_found(1, reason);
    lines_[1] = good;
  };
  with("a hand for each seat", [](Json& deal) { deal["hands"].erase(0); });
  with("no seat of this game", [](Json& deal) { deal["first"] = 5; });
  with("wrong number of cards", [](Json& deal) { deal["hands"][0].erase(1); });
  with("has a kitten", [](Json& deal) { deal["hands"][0].back() = "exploding"; });
  with("not those of the box", [](Json& deal) { deal["pile"].erase(0); });
  with("not those of the box", [](Json& deal) { deal["removed"].push_back("skip"); });
}
TEST_F(TamperedRecord, WhatIsNoLineOfARecord) {
  const auto good = lines_;
  const auto with = [&](std::size_t line, const std::string& text, const std::string& reason) {
    lines_[line] = text;
    expect_no_record(line, reason);
    lines_ = good;
  };
  with(5, R"({"seat":0,"do":"draw")", "not JSON");
  with(5, "draw", "not JSON");
  with(5, "[1,2]", "not a JSON object");
  const std::string deep(200'000, '[');
  const std::string closed(200'000, ']');
  with(5, R"({"state":{"turn":)" + deep + closed + "}}", "nested too deep");
  with(5, R"({"seat":0,"do":7})", "\"do\" must be a text");
  with(5, R"({"do":"draw"})", "there is no \"seat\"");
  with(5, R"({"seat":"0","do":"draw"})", "whole number");
  with(5, R"({"chance":"steal","card":"dog"})", "there is no card \"dog\"");
  with(5, R"({"chance":"steal"})", "there is no \"card\"");
  with(5, R"({"chance":"luck","card":"skip"})", "there is no chance \"luck\"");
  with(5, R"({"chance":"shuffle","pile":"skip"})", "must be a list");
  with(1, R"({"deal":[]})", "must be an object");
  with(0, R"({"record":3})", "versions 1 to 2");
  with(0, R"({"record":0})", "versions 1 to 2");
  with(0, R"({"record":"2"})", "versions 1 to 2");
}
TEST_F(TamperedRecord, AHeaderThatIsNone) {
  const std::string good = lines_[0];
  const auto with = [&](const std::string& reason, auto spoil) {
    change(0, spoil);
    expect_no_record(0, reason);
    lines_[0] = good;
  };
  with("\"seats\" must be", [](Json& json) { json["seats"] = 7; });
  with("\"seats\" must be", [](Json& json) { json["seats"] = 1; });
  with("no game can be dealt", [](Json& json) { json["seats"] = 6; });
  with("no preset", [](Json& json) { json["preset"] = "chess"; });
  with("no expansion", [](Json& json) { json["expansions"] = Json::array({"barking"}); });
  with("rules: ", [](Json& json) { json["rules"]["hand"] = -1; });
  with("rules: ", [](Json& json) { json["rules"].erase("hand"); });
  with("copies.curse", [](Json& json) { json["rules"]["copies"]["curse"] = 0; });
  with("must be an object", [](Json& json) { json["rules"] = 1; });
}

// ---- what is fine -------------------------------------------------------------------------------

TEST_F(TamperedRecord, ARecordThatEndsInMidGameIsFine) {
  for (const std::size_t kept : {lines_.size() - 1, lines_.size() / 2, std::size_t{2}}) {
    // Cut after a state, so that no chance line is cut off.
    std::size_t end = kept;
    while (end > 2 && lines_[end - 1].find("\"state\"") == std::string::npos) --end;
    lines_.resize(end);
    EXPECT_EQ(replayed(), "nothing wrong") << end;
  }
}
TEST_F(TamperedRecord, UnknownKeysAndLinesArePassedOver) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    change(i, [](Json& json) { json["note"] = Json{{"by", "a later version"}}; });
  }
  // Between an action and what came of it, too.
  const auto steal = static_cast<std::ptrdiff_t>(find("\"chance\":\"steal\""));
  lines_.insert(lines_.begin() + steal, R"({"clock":3000})");
  lines_.push_back(R"({"fair":{"seeds":[]}})");
  EXPECT_EQ(replayed(), "nothing wrong");
}
TEST_F(TamperedRecord, GamesOneAfterAnotherAreCheckedEachByItself) {
  const auto good = lines_;
  change(kFirstStep, [](Json& json) { json["do"] = "play catomic"; });
  lines_.insert(lines_.begin(), good.begin(), good.end());
  lines_.insert(lines_.end(), good.begin(), good.end());
  expect_found(good.size() + kFirstStep, "is not legal");
}

}  // namespace
}  // namespace nl
