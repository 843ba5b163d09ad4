// Tests of states as text.
#include "text/state_text.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/games_hash.h"
#include "engine/random_play.h"

namespace nl {
namespace {

TEST(StateText, EveryStateOfRandomGamesComesBackAsItWas) {
  int states = 0;
  for_each_game_kind([&](const Rules& rules, Preset, Expansions, int seats) {
    for (int number = 0; number < in_builds(7, 1); ++number) {
      const auto game = static_cast<std::uint64_t>(number);
      SeededSource random(3, game);
      Stream choices(game);
      NullSink sink;
      State s = new_game(rules, seats, random, sink);
      while (!s.over()) {
        const std::string line = state_text(s);
        const auto read = parse_state(line);
        ASSERT_TRUE(read) << line;
        const State want = tidied(s);
        const State got = tidied(*read);
        ASSERT_EQ(std::memcmp(&got, &want, sizeof(State)), 0) << line << '\n' << state_text(got);
        ++states;
        const Seat seat = next_actor(s);
        const ActionSet actions = legal(rules, s, seat);
        const auto choice = bounded(choices, static_cast<std::uint32_t>(actions.size()));
        apply_legal(rules, s, seat, actions.nth(static_cast<int>(choice)), random, sink);
      }
    }
  });
  EXPECT_GT(states, in_builds(100'000, 14'000));
}

TEST(StateText, AnythingElseIsNoState) {
  SeededSource random(3, 0);
  NullSink sink;
  const std::string good = state_text(new_game(official(), 3, random, sink));
  ASSERT_TRUE(parse_state(good));
  EXPECT_FALSE(parse_state(""));
  EXPECT_FALSE(parse_state(good + " more=1"));
  EXPECT_FALSE(parse_state(good.substr(0, good.size() - 4)));
  for (const auto& [from, to] :
       std::initializer_list<std::pair<std::string, std::string>>{{"seats=3", "seats=9"},
                                                                  {"defuse", "dufuse"},
                                                                  {"frames=turn", "frames=tern"},
                                                                  {"owed=1", "owed=x"}}) {
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_FALSE(parse_state(bad)) << bad;
  }
}

}  // namespace
}  // namespace nl
