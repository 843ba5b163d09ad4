// Wordings and remarks: every viewer and the replay of a game read the same. Requirements: TERM-15
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "coach/recorded_game.h"
#include "coach/review_text.h"
#include "table/table.h"
#include "terminal/has.h"
#include "terminal/record_lines.h"
#include "text/characters.h"
#include "text/korean_words.h"
#include "text/narrator.h"

namespace nl {
namespace {

const std::vector<std::string> kBots = {"easy", "easy", "medium"};

Table played(std::uint64_t seed, Preset preset = kDefaultPreset) {
  TableSetup setup{.preset = preset, .rules = make_rules(preset), .seed = seed};
  for (const std::string& bot : kBots) setup.seats.push_back({bot + " cat", bot});
  Table table(setup);
  while (!table.over()) table.play_bot(table.next_asked());
  return table;
}

std::unique_ptr<RecordedGame> recorded(const Table& table) {
  std::istringstream record(record_text(table.record()));
  return read_recorded_game(record);
}

Lines told(Narrator narrator, std::span<const Event> events, Seat viewer, Names names) {
  Lines all;
  for (const Event& event : events) {
    for (std::string& line : narrator.tell(event, viewer, names)) all.push_back(std::move(line));
  }
  return all;
}

TEST(Voice, TERM_15_AReplayReadsAsTheGameDid) {
  for (const Language language : all_languages()) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Table table = played(seed);
      const auto game = recorded(table);
      ASSERT_EQ(game->film.voice(), table.voice());
      const Narrator narrator(words(language), table.voice(), character_keys(kBots));
      for (const Seat viewer : {Seat{0}, Seat{2}, kWatcher}) {
        const Lines live = told(narrator, table.events(viewer), viewer, table.names());
        EXPECT_EQ(live, told(narrator, game->film.events(), viewer, table.names()));
        EXPECT_NE(live,
                  told(Narrator(words(language)), table.events(viewer), viewer, table.names()));
      }
    }
  }
}

// Events that two viewers see alike have the same words, whatever was hidden from one of them.
TEST(Voice, TERM_15_ViewersReadTheSameOfOthers) {
  const Table table = played(4);
  const Narrator narrator(words(Language::English), table.voice());
  const auto of = [&](Seat viewer) {
    std::set<std::string> about_third;
    Narrator own = narrator;
    for (const Event& event : table.events(viewer)) {
      const Lines lines = own.tell(event, viewer, table.names());
      const bool alike = event.seat == 2 && event.other == kNoSeat && event.secrets == 0;
      if (alike) about_third.insert(lines.begin(), lines.end());
    }
    return about_third;
  };
  EXPECT_GT(of(0).size(), 10U);
  EXPECT_EQ(of(0), of(1));
  EXPECT_EQ(of(0), of(kWatcher));
}

TEST(Voice, TERM_15_GamesDifferInTheirWords) {
  const auto drawn = [](std::uint64_t seed) {
    std::set<std::string> ways;
    const Table table = played(seed);
    Narrator narrator(words(Language::English), table.voice());
    for (const Event& event : table.events(kWatcher)) {
      const Lines lines = narrator.tell(event, kWatcher, table.names());
      if (event.kind == EventKind::Drew && event.seat == 0) ways.insert(lines.front());
    }
    return ways;
  };
  EXPECT_GT(drawn(5).size(), 2U);
  EXPECT_NE(played(5).voice(), played(6).voice());
}

TEST(Voice, TERM_15_SrsKeepsItsQuotedWords) {
  const Table table = played(7, Preset::Srs);
  const Words& w = words(Language::English, wording_of(Preset::Srs));
  EXPECT_EQ(
      told(Narrator(w, table.voice(), character_keys(kBots)), table.events(0), 0, table.names()),
      told(Narrator(w), table.events(0), 0, table.names()));
}

TEST(Voice, TERM_15_TheDeadHaveALastWordAndBotsARemark) {
  const Words& w = words(Language::English);
  bool remarked = false;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Table table = played(seed);
    Narrator narrator(w, table.voice(), character_keys(kBots));
    for (const Event& event : table.events(kWatcher)) {
      const Lines lines = narrator.tell(event, kWatcher, table.names());
      const bool quoted = !lines.empty() && lines.back().find(": \"") != std::string::npos;
      if (event.kind == EventKind::Died) EXPECT_TRUE(quoted) << lines.front();
      remarked = remarked || (quoted && event.kind != EventKind::Died && lines.size() > 1);
    }
  }
  EXPECT_TRUE(remarked);
}

TEST(Voice, TERM_15_TheResultNamesTheTurningPoint) {
  const Table table = played(8);
  for (const Language language : all_languages()) {
    std::istringstream record(record_text(table.record()));
    const Lines lines = share_lines(record, table.names(), words(language));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_NE(lines[0].find(table.names()[first_seat(table.alive())]), std::string::npos);
    EXPECT_NE(lines[1].find("→"), std::string::npos);
    for (const Seat dead : table.died()) {
      EXPECT_NE(lines[2].find(table.names()[dead]), std::string::npos);
    }
    std::istringstream again(record_text(table.record()));
    EXPECT_EQ(turning_point_lines(again, table.names(), words(language)), Lines{lines[1]});
  }
  std::istringstream nothing("{}");
  EXPECT_EQ(share_lines(nothing, table.names(), words(Language::English)), Lines{});
}

// 57.5 and 42.5 would both be rounded up.
TEST(Voice, TERM_15_TheChancesOfATurningPointAddUp) {
  const Table table = played(8);
  const auto game = recorded(table);
  ASSERT_TRUE(game);
  TurningPoint point;
  point.before.seats = {kWholeWin * 575 / 1000, kWholeWin * 425 / 1000};
  point.after.seats = {kWholeWin, 0};
  const auto line = [&](Language language) {
    return turning_point_line(game->film, point, table.names(), words(language));
  };
  EXPECT_TRUE(has(line(Language::English), " 58 → 100 %, ")) << line(Language::English);
  EXPECT_TRUE(has(line(Language::English), " 42 → 0 %)"));
  EXPECT_TRUE(has(line(kKorean), " 58 → 100%, ")) << line(kKorean);
}

}  // namespace
}  // namespace nl
