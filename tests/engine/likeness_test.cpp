// Which answers a GPU plays side by side (src/cuda/likeness.h): what an omen says of an answer
// comes true, and no two kinds of answers share a number.
// Requirements: RL-2
#include "cuda/likeness.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/fingerprint.h"
#include "engine/lane.h"

namespace nl::gpu {
namespace {

struct Heard {
  static constexpr bool kListens = true;
  std::set<EventKind> kinds{};
  void operator()(const Event& event) { kinds.insert(event.kind); }
  bool any(EventKind kind) const { return kinds.contains(kind); }
};

bool somebody_else_can_nope(const State& s, Seat seat) {
  for (Seat other = 0; other < s.seats; ++other) {
    const bool asked = s.top().phase == Phase::Window ? asks(s, other) : s.living(other);
    if (other != seat && asked && s.hands[other][Card::Nope] != 0) return true;
  }
  return false;
}

// In the base box a draw has three ends.
void check_draw(int like, const Heard& heard) {
  EXPECT_EQ(like == word(Verb::Draw).id, !heard.any(EventKind::DrewKitten));
  EXPECT_EQ(like == kWords, heard.any(EventKind::Died));
  EXPECT_EQ(like == kWords + 1, heard.any(EventKind::Defused));
}

TEST(Likeness, RL_2_TellsWhatADrawWillFindAndWhetherSomebodyCanNope) {
  int draws = 0;
  for_each_game_kind(
      [&](const Rules& rules, Preset, Expansions, int seats) {
        if (!PlainGame::fits(rules)) return;
        for (std::uint64_t game = 0; game < 20; ++game) {
          SeededSource random(3, game);
          Stream choices(game);
          NullSink nobody;
          State s = new_game(rules, seats, random, nobody);
          while (!s.over()) {
            const Seat seat = next_actor(s);
            const Omen omen = omen_of<AnyGame>(s, seat);
            ASSERT_EQ(omen, omen_of<PlainGame>(s, seat));
            const Action action = choose(choices, legal(rules, s, seat));
            const int like = likeness(omen, action.id);
            ASSERT_GE(like, 0);
            ASSERT_LT(like, kLikes);
            const bool draw = s.top().phase == Phase::Turn && action == word(Verb::Draw);
            const bool window = s.top().phase == Phase::Window;
            EXPECT_EQ(window, like >= kWindowLikes);
            EXPECT_EQ((omen & kStopped) != 0, somebody_else_can_nope(s, seat));
            Heard heard;
            const State before = s;
            apply_legal(rules, s, seat, action, random, heard);
            if (draw && before.pile_size != 0) {
              check_draw(like, heard);
              ++draws;
            }
          }
        }
      },
      kAllSets);
  EXPECT_GT(draws, 1000);
}

TEST(Likeness, RL_2_AnswersThatDifferHaveNumbersOfTheirOwn) {
  std::set<int> seen;
  const auto once = [&](int like) { EXPECT_TRUE(seen.insert(like).second) << like; };
  once(likeness(0, word(Verb::Draw).id));
  once(likeness(kKitten, word(Verb::Draw).id));
  once(likeness(kKitten | kDefused, word(Verb::Draw).id));
  for (const Omen omen : {Omen{0}, kStopped}) {
    for (int action = kTargetBase; action < kActions; ++action) once(likeness(omen, action));
    for (int card = 0; card < kCardPlaces; ++card) {
      const auto window = static_cast<Omen>(kWindow | card << 1 | omen);
      once(likeness(window, word(Verb::Pass).id));
      once(likeness(window, word(Verb::Nope).id));
    }
  }
  EXPECT_LT(*seen.rbegin(), kLikes);
  for (const int illegal : {-1, 256, 1 << 30}) {
    EXPECT_GE(likeness(0, illegal), 0) << "it forfeits, in its place among the others";
    EXPECT_LT(likeness(kWindow | 63, illegal), kLikes);
  }
}

}  // namespace
}  // namespace nl::gpu
