// Tests of divergence keys and buckets (src/cuda/divergence_key.h): what a key says of an answer
// comes true, and no two kinds of answers share a number.
#include "cuda/divergence_key.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/batch_row.h"
#include "engine/games_hash.h"

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
void check_draw(int bucket, const Heard& heard) {
  EXPECT_EQ(bucket == word(Verb::Draw).id, !heard.any(EventKind::DrewKitten));
  EXPECT_EQ(bucket == kWords, heard.any(EventKind::Died));
  EXPECT_EQ(bucket == kWords + 1, heard.any(EventKind::Defused));
}

TEST(DivergenceKeyTest, RL_2_TellsWhatADrawWillFindAndWhetherSomebodyCanNope) {
  int draws = 0;
  for_each_game_kind(
      [&](const Rules& rules, Preset, Expansions, int seats) {
        if (!BaseBoxOnly::fits(rules)) return;
        for (std::uint64_t game = 0; game < 20; ++game) {
          SeededSource random(3, game);
          Stream choices(game);
          NullSink nobody;
          State s = new_game(rules, seats, random, nobody);
          while (!s.over()) {
            const Seat seat = next_actor(s);
            const DivergenceKey key = divergence_key<AnyGame>(s, seat);
            ASSERT_EQ(key, divergence_key<BaseBoxOnly>(s, seat));
            const Action action = choose(choices, legal(rules, s, seat));
            const int bucket = sort_bucket(key, action.id);
            ASSERT_GE(bucket, 0);
            ASSERT_LT(bucket, kBuckets);
            const bool draw = s.top().phase == Phase::Turn && action == word(Verb::Draw);
            const bool window = s.top().phase == Phase::Window;
            EXPECT_EQ(window, bucket >= kWindowBuckets);
            EXPECT_EQ((key & kStopped) != 0, somebody_else_can_nope(s, seat));
            Heard heard;
            const State before = s;
            apply_legal(rules, s, seat, action, random, heard);
            if (draw && before.pile_size != 0) {
              check_draw(bucket, heard);
              ++draws;
            }
          }
        }
      },
      kAllSets);
  EXPECT_GT(draws, 1000);
}

TEST(DivergenceKeyTest, RL_2_AnswersThatDifferHaveNumbersOfTheirOwn) {
  std::set<int> seen;
  const auto once = [&](int bucket) { EXPECT_TRUE(seen.insert(bucket).second) << bucket; };
  once(sort_bucket(0, word(Verb::Draw).id));
  once(sort_bucket(kKitten, word(Verb::Draw).id));
  once(sort_bucket(kKitten | kDefused, word(Verb::Draw).id));
  for (const DivergenceKey key : {DivergenceKey{0}, kStopped}) {
    for (int action = kTargetBase; action < kActions; ++action) once(sort_bucket(key, action));
    for (int card = 0; card < kCardPlaces; ++card) {
      const auto window = static_cast<DivergenceKey>(kWindow | card << 1 | key);
      once(sort_bucket(window, word(Verb::Pass).id));
      once(sort_bucket(window, word(Verb::Nope).id));
    }
  }
  EXPECT_LT(*seen.rbegin(), kBuckets);
  for (const int illegal : {-1, 256, 1 << 30}) {
    EXPECT_GE(sort_bucket(0, illegal), 0) << "it forfeits, in its place among the others";
    EXPECT_LT(sort_bucket(kWindow | 63, illegal), kBuckets);
  }
}

}  // namespace
}  // namespace nl::gpu
