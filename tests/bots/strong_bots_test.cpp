// The players that count and search: legal everywhere, from views alone, and stronger one by one.
#include <gtest/gtest.h>

#include "bots/bot.h"
#include "bots/imagined.h"
#include "engine/determinize.h"
#include "engine/fingerprint.h"

namespace nl {
namespace {

const std::vector<std::string> kStrong{"draw", "counting", "flat:6", "ismcts:6"};

template <class Look>
Seat play_bots(const Rules& rules, const std::vector<std::string>& bots, std::uint64_t game,
               Look look) {
  const int seats = static_cast<int>(bots.size());
  std::vector<std::unique_ptr<Bot>> players;
  for (std::size_t i = 0; i < bots.size(); ++i) players.push_back(make_bot(bots[i], game * 8 + i));
  KnowledgeSink known(seats);
  SeededSource random(5, game);
  State s = new_game(rules, seats, random, known);
  for (int steps = 0; !s.over() && steps < 5000; ++steps) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, known.seats[seat], seat);
    look(v, bots[seat]);
    const Action action = players[seat]->act(rules, v);
    if (!v.legal.has(action)) {
      ADD_FAILURE() << bots[seat] << " plays " << int{action.id};
      return kNoSeat;
    }
    apply_legal(rules, s, seat, action, random, known);
  }
  EXPECT_TRUE(s.over());
  return winner(s);
}

constexpr auto kNoLook = [](const View&, const std::string&) {};

TEST(StrongBots, BOT_1_EveryAnswerIsLegalInEveryGame) {
  for_each_game_kind([](const Rules& rules, Preset, Expansions, int seats) {
    std::vector<std::string> bots;
    for (int i = 0; i < seats; ++i) bots.push_back(kStrong[static_cast<std::size_t>(i) % 4]);
    play_bots(rules, bots, 1, kNoLook);
  });
}

// Worlds that the seat can't tell apart give the same view; whoever sees the same answers the same.
TEST(StrongBots, BOT_1_AnAnswerDependsOnTheViewAlone) {
  const Rules rules = make_rules(Preset::Official, kStreaking);
  Stream words(9);
  int compared = 0;
  play_bots(rules, kStrong, 2, [&](const View& v, const std::string& name) {
    const State twin = determinize(rules, v, words);
    const View again = view(rules, twin, v.known, v.viewer);
    if (again.legal != v.legal || v.phase() == Phase::Window) return;
    ++compared;
    EXPECT_EQ(make_bot(name, 1)->act(rules, v), make_bot(name, 1)->act(rules, again)) << name;
  });
  EXPECT_GT(compared, 20);
}

int kittens_of(const State& world) {
  const Phase phase = world.top().phase;
  int kittens = phase == Phase::Place || phase == Phase::Guess;
  for (int place = 0; place < world.pile_size; ++place)
    kittens += in(kKittens, world.from_top(place));
  return kittens;
}

// A game without enough kittens would never end.
TEST(StrongBots, AnImaginedWorldLacksNoKitten) {
  const Rules rules = make_rules(Preset::Implosion, kImploding);
  Stream chance(4);
  for (std::uint64_t game = 0; game < 40; ++game) {
    play_bots(rules, {"draw", "counting", "counting", "draw", "counting"}, game,
              [&](const View& v, const std::string&) {
                EXPECT_GE(kittens_of(imagine(rules, v, chance)), count(v.alive) - 1);
              });
  }
}

TEST(StrongBots, BOT_1_LevelsAndBudgetsAreNames) {
  for (const Level& level : bot_levels()) EXPECT_NE(make_bot(level.name, 1), nullptr);
  EXPECT_NE(make_bot("ismcts:5ms", 1), nullptr);
  for (const char* wrong : {"ismcts:", "ismcts:0", "ismcts:x", "counting:5", "flat:-3"}) {
    EXPECT_EQ(make_bot(wrong, 1), nullptr) << wrong;
  }
}

double wins_of(const std::string& bot, const std::string& other, std::uint64_t games) {
  const Rules rules = official();
  double won = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    won += play_bots(rules, {bot, other}, game, kNoLook) == 0;
    won += play_bots(rules, {other, bot}, game, kNoLook) == 1;
  }
  return won / static_cast<double>(2 * games);
}

TEST(StrongBots, RL_3_CountingBeatsCarefulAndDrawing) {
  EXPECT_GT(wins_of("counting", "careful", 400), 0.52);
  EXPECT_GT(wins_of("counting", "draw", 100), 0.6);
}

TEST(StrongBots, RL_3_SearchBeatsCounting) { EXPECT_GT(wins_of("ismcts:60", "counting", 20), 0.5); }

TEST(StrongBots, HINT_1_EveryReasonIsASentenceInBothLanguages) {
  for (int why = 0; why < kWhys; ++why) {
    const Reason reason{static_cast<Why>(why), 37};
    for (const Language language : {Language::English, Language::Korean}) {
      const std::string text = sentence(reason, words(language));
      EXPECT_GT(text.size(), 8u) << why;
      EXPECT_EQ(text.find('{'), std::string::npos) << text;
    }
  }
}

TEST(StrongBots, HINT_1_AMoveHasItsReason) {
  const Rules rules = official();
  KnowledgeSink known(2);
  SeededSource random(5, 3);
  const State s = new_game(rules, 2, random, known);
  const Seat seat = next_actor(s);
  const View v = view(rules, s, known.seats[seat], seat);
  const auto search = make_bot("ismcts:50", 1);
  search->act(rules, v);
  EXPECT_EQ(search->reason().why, Why::Searched);
  EXPECT_GT(search->reason().percent, 0);
  const auto counting = make_bot("counting", 1);
  counting->act(rules, v);
  EXPECT_NE(counting->reason().why, Why::Chance);
}

}  // namespace
}  // namespace nl
