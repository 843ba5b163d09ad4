// What must have happened in an imagined world: the truth is found possible, others know there what
// they know in truth; worlds are those of the view, and the same luck brings the same outcomes.
// Requirements: AGT-1, AGT-2, BOT-1
#include "bots/recall.h"

#include <gtest/gtest.h>

#include <vector>

#include "bots/draw_alike.h"
#include "bots/look_ahead.h"
#include "engine/determinize.h"
#include "engine/game.h"
#include "engine/memory_sink.h"

namespace nl {
namespace {

// `net` plays all seats; `visit(state, told, view)` is called where there is a choice.
template <class Visit>
void play_through(const Rules& rules, int seats, std::uint64_t game, Visit visit) {
  SeededSource random(31, game);
  Stream chance(mix64(game));
  MemorySink told(seats);
  State s = new_game(rules, seats, random, told);
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const View v = view(rules, s, told.known(seat), seat);
    Action action = v.legal.nth(0);
    if (v.legal.size() > 1) {
      visit(s, told, v);
      action = draw(weigh(net_network(), rules, v, told.past(seat)), chance).action;
    }
    apply_legal(rules, s, seat, action, random, told);
  }
}

Rules committed(Rules rules) {
  rules.nope_way = NopeWay::Commit;
  return rules;
}

TEST(Recall, AGT_2_TheTruthIsFoundPossible) {
  for (const int seats : {2, 3, 5}) {
    int asked = 0;
    int whole = 0;
    std::size_t answers = 0;
    for (std::uint64_t game = 0; game < 3; ++game) {
      play_through(committed(official()), seats, game,
                   [&](const State& s, const MemorySink& told, const View& v) {
                     const Rules rules = committed(official());
                     const Recall recall(rules, v, told.past(v.viewer), net_network(), 64);
                     Stream chance(5);
                     const Recalled recalled = recall.lead_to(s, chance);
                     ++asked;
                     whole += recalled.whole;
                     answers += recalled.answers.size();
                   });
    }
    EXPECT_GT(asked, 50);
    EXPECT_GT(answers, static_cast<std::size_t>(asked));
    // What nobody can know is drawn by lot, a few times: now and then none of them fits.
    EXPECT_GE(whole, asked * 85 / 100) << seats;
  }
}

TEST(Recall, AGT_2_OthersKnowWhereTheyHavePutAKitten) {
  const Rules rules = committed(official());
  int compared = 0;
  for (std::uint64_t game = 0; game < 12; ++game) {
    play_through(rules, 2, game, [&](const State& s, const MemorySink& told, const View& v) {
      const Seat other = v.viewer ^ 1;
      bool knows = false;
      for (int i = 0; i < told.known(other).facts(); ++i) {
        knows |= told.known(other).fact(i).card == Card::Exploding;
      }
      if (!knows || v.phase() == Phase::Place) return;
      const Recall recall(rules, v, told.past(v.viewer), net_network(), 64);
      Stream chance(5);
      const Recalled recalled = recall.lead_to(s, chance);
      if (!recalled.whole) return;
      // Where it was put back longer ago than can be traced, it is not known to be known.
      const Knowledge& imagined = recalled.minds.known(other);
      for (int i = 0; i < imagined.facts(); ++i) {
        if (imagined.fact(i).card != Card::Exploding || !imagined.fact(i).exact()) continue;
        EXPECT_EQ(s.from_top(imagined.fact(i).low), Card::Exploding);
        ++compared;
      }
      EXPECT_EQ(recalled.minds.known(v.viewer), v.known);
    });
  }
  EXPECT_GT(compared, 10);
}

TEST(LookAhead, AGT_2_WorldsAreThoseOfTheViewAndTheirSumIsOne) {
  const Rules rules = committed(official());
  int seen = 0;
  play_through(rules, 3, 4, [&](const State& s, const MemorySink& told, const View& v) {
    if (++seen % 8 != 0) return;
    Stream chance(7);
    const Belief belief{16, 32, 1};
    const Worlds worlds(rules, v, told.past(v.viewer), net_network(), belief, chance);
    ASSERT_EQ(worlds.all().size(), 16u);
    EXPECT_GE(worlds.worth(), 1 - 1e-9);
    EXPECT_LE(worlds.worth(), 16 + 1e-9);
    for (const Imagined& one : worlds.all()) {
      EXPECT_EQ(one.world.hands[v.viewer], s.hands[v.viewer]);
      EXPECT_EQ(one.world.hand_size, s.hand_size);
      EXPECT_EQ(one.world.pile_size, s.pile_size);
      EXPECT_LE(one.weight, 1 + 1e-9);
      EXPECT_EQ(one.minds.known(v.viewer), v.known);
    }
    // The heaviest is found where its share of the lots lies.
    double sum = 0, before = 0;
    for (const Imagined& one : worlds.all()) sum += one.weight;
    for (const Imagined& one : worlds.all()) {
      if (one.weight > 1e-6 * sum) {
        EXPECT_EQ(&worlds.pick((before + one.weight / 2) / sum), &one);
      }
      before += one.weight;
    }
  });
  EXPECT_GT(seen, 16);
}

TEST(LookAhead, AGT_1_TheSameLuckBringsTheSameOutcomes) {
  const Rules rules = committed(official());
  int seen = 0;
  play_through(rules, 2, 9, [&](const State&, const MemorySink& told, const View& v) {
    if (++seen % 12 != 0) return;
    Stream chance(7);
    const Worlds worlds(rules, v, told.past(v.viewer), net_network(), {4, 32, 1}, chance);
    for (const Until until : {Until::AskedAgain, Until::End}) {
      Rollouts together(rules, net_network(), v.viewer, until);
      std::vector<double> alone;
      for (std::uint64_t luck = 0; luck < 4; ++luck) {
        const Imagined& one = worlds.all()[luck];
        together.add(one, v.legal.nth(0), luck);
        Rollouts single(rules, net_network(), v.viewer, until);
        single.add(one, v.legal.nth(0), luck);
        alone.push_back(single.play()[0]);
      }
      EXPECT_EQ(together.play(), alone);
    }
  });
  EXPECT_GT(seen, 12);
}

TEST(DrawAlike, AGT_2_DrawsByTheBentChancesAndGoesAlongWithThePolicy) {
  const std::vector<Weighed> own{
      {make_action(0), 0.5}, {make_action(1), 0.3}, {make_action(2), 0.2}};
  const std::vector<Weighed> bent{{make_action(1), 0.7}, {make_action(0), 0.3}};
  Stream chance(1), same(1), more(2);
  constexpr int kDraws = 40000;
  int ones = 0, agree = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Action action = draw_alike(own, bent, chance, more).action;
    ones += action.id == 1;
    agree += action == draw(own, same).action;
  }
  EXPECT_NEAR(ones / double{kDraws}, 0.7, 0.01);
  EXPECT_NEAR(agree / double{kDraws}, 0.3 + 0.3, 0.01);  // as often as can be: the common part
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(draw_alike(own, own, chance, more).action, draw(own, same).action);
  }
}

}  // namespace
}  // namespace nl
