// Tests of sentences for every event, question and answer of whole games.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/random_play.h"
#include "text/words.h"

namespace nl {
namespace {

const std::vector<std::string> kOddNames = {"민지", "Jane", "Player 2", "🐱", "하늘", "{seat}"};

void expect_finished(const std::string& line) {
  // One of the names looks like a placeholder, and has to come out as it went in.
  std::string rest = line;
  for (std::size_t at; (at = rest.find(kOddNames[5])) != std::string::npos;) {
    rest.erase(at, kOddNames[5].size());
  }
  EXPECT_FALSE(line.empty());
  EXPECT_EQ(rest.find_first_of("{}"), std::string::npos) << line;
}

std::vector<const Words*> all_words() {
  std::vector<const Words*> all;
  for (const Language language : all_languages()) {
    for (const Wording wording : all_wordings()) {
      all.push_back(&words(language, wording));
    }
  }
  return all;
}

struct TellingSink {
  static constexpr bool kListens = true;

  std::set<EventKind> told;
  Voice voice{7};

  void operator()(const Event& event) {
    told.insert(event.kind);
    ++voice.event;
    for (const Words* w : all_words()) {
      for (const Seat viewer : {Seat{0}, Seat{1}, Seat{5}, kWatcher, kEveryone}) {
        for (const std::string& line : w->event(event, viewer, kOddNames)) expect_finished(line);
      }
      for (const std::string& line : w->event(event, kEveryone, kOddNames, {}, voice)) {
        expect_finished(line);
      }
    }
  }
};

void expect_readable_choices(const State& s, Seat seat, const ActionSet& choices) {
  const QuestionContext asked{s.top().phase, seat, s.seats, s.pile_size};
  for (const Words* w : all_words()) {
    EXPECT_FALSE(w->question(asked, seat, kOddNames).empty());
    std::set<std::string> seen;
    choices.for_each([&](Action action) {
      const std::string text = w->action(action, asked, kOddNames);
      expect_finished(text);
      EXPECT_TRUE(seen.insert(text).second) << "two choices read " << text;
    });
  }
}

// Now and then somebody leaves, so that this is told too.
void play_random_game(const Rules& rules, int seats, std::uint64_t game, TellingSink& sink) {
  SeededSource random(7, game);
  Stream choose(game);
  State s = new_game(rules, seats, random, sink);
  for (int step = 0; !s.over(); ++step) {
    const Seat seat = next_actor(s);
    if (step == 60 && game % 4 == 0) {
      forfeit(rules, s, seat, random, sink);
      continue;
    }
    const ActionSet choices = legal(rules, s, seat);
    if (step % 8 == 0) expect_readable_choices(s, seat, choices);
    const auto k = bounded(choose, static_cast<std::uint32_t>(choices.size()));
    apply_legal(rules, s, seat, choices.nth(static_cast<int>(k)), random, sink);
  }
}

TEST(ToldGames, NET_3_EverythingThatHappensIsToldInWords) {
  TellingSink sink;
  for (int preset = 0; preset < kPresets; ++preset) {
    for (Expansions set = 0; set < kExpansionSets; ++set) {
      Rules rules = make_rules(static_cast<Preset>(preset), set);
      for (int number = 0; number < in_builds(4, 2); ++number) {
        const auto game = static_cast<std::uint64_t>(number);
        rules.five = game % 2 == 0;
        rules.nope_way = game % 3 == 0 ? NopeWay::Commit : NopeWay::Immediate;
        play_random_game(rules, 3 + static_cast<int>(game % 3), game, sink);
      }
    }
  }
  for (const EventKind kind : {EventKind::Drew, EventKind::Cancelled, EventKind::TookDiscard,
                               EventKind::CommittedNope, EventKind::Forfeited, EventKind::Altered,
                               EventKind::Marked, EventKind::CurseLifted, EventKind::Won}) {
    EXPECT_TRUE(sink.told.contains(kind)) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace nl
