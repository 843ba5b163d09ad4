// Tests of odds and sampled worlds against a list of all worlds, in small games of every box.
#include "engine/odds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "engine/chi_square.h"
#include "engine/determinize.h"
#include "engine/fold.h"
#include "engine/invariants.h"
#include "engine/small_worlds.h"

namespace nl {
namespace {

constexpr std::size_t kMostHidden = 7;  // cards; their orders are listed

// Plays small random games and calls look(rules, view, where) for every view that is small enough.
template <class Look>
void watch_small_games(int games, Look look) {
  for (int number = 0; number < games; ++number) {
    const auto seed = static_cast<std::uint64_t>(number);
    const GameKind& kind = game_kind(seed * 7);
    Dice dice(seed);
    const int seats = kind.seats > 3 ? 3 : kind.seats;
    const Rules rules = small_rules(kind, seats, dice);
    if (check_rules(rules, seats) != RulesFault::None) continue;
    SeededSource random(33, seed);
    KnowledgeSink known(seats);
    State s = new_game(rules, seats, random, known);
    for (int step = 0; !s.over() && step < 60; ++step) {
      const Seat seat = dice.seat(actors(s));
      const View v = view(rules, s, known.seats[seat], seat);
      if (SmallWorlds(rules, v).hidden_cards() <= kMostHidden) {
        look(rules, v, kind.name() + ", game " + std::to_string(number));
      }
      apply(rules, s, seat, dice.action(legal(rules, s, seat)), random, known);
    }
  }
}

bool is_kitten(Card card) { return card == Card::Exploding || card == Card::Imploding; }

void expect_odds(const Rules& rules, const View& v, int place, const std::string& where) {
  std::uint64_t all = 0;
  std::uint64_t kittens = 0;
  SmallWorlds(rules, v).list([&](const auto& pile, const auto&, std::uint64_t weight) {
    all += weight;
    if (is_kitten(pile[static_cast<std::size_t>(place)])) kittens += weight;
  });
  ASSERT_GT(all, 0u) << where;
  const Odds odds = kitten_odds(rules, v, unseen(rules, v), place);
  const auto share = static_cast<double>(kittens) / static_cast<double>(all);
  ASSERT_NEAR(1.0 * odds.kittens / odds.cards, share, odds.cards == kLargestOdds ? 0.51e-4 : 1e-12)
      << where << ", place " << place << ": " << kittens << " of " << all << " worlds";
}

TEST(Odds, ENG_2_EqualTheShareOfWorldsInSmallGamesOfEveryBox) {
  int views = 0;
  int with_ranges = 0;
  int face_up = 0;
  int kittens_hide = 0;
  watch_small_games(in_builds(1'600, 120),
                    [&](const Rules& rules, const View& v, const auto& where) {
                      if (v.pile_size == 0) return;
                      expect_odds(rules, v, 0, where);
                      expect_odds(rules, v, v.pile_size - 1, where);
                      ++views;
                      with_ranges += knows_ranges(v.known);
                      face_up += v.faceup;
                      kittens_hide += kittens_in_hands(rules);
                    });
  const int least = in_builds(100, 6);
  EXPECT_GT(views, 10 * least);
  EXPECT_GT(with_ranges, least);
  EXPECT_GT(face_up, least);
  EXPECT_GT(kittens_hide, least);
}

// The case that a review found: one kitten is left, known at one of two places.
TEST(Odds, ENG_2_AKittenKnownAtOneOfTwoPlacesIsThereHalfOfTheTime) {
  Rules rules = make_rules(Preset::Official);
  Knowledge::Parts parts;
  parts.facts[0] = {Card::Exploding, 0, 1};
  parts.fact_count = 1;
  parts.pile_size = 7;
  parts.exploded = 1;
  View v;
  v.seats = 3;
  v.alive = all_seats(3);
  v.viewer = 0;
  v.pile_size = 7;
  v.known = Knowledge(0, 3, parts);
  const Odds odds = next_draw_odds(rules, v);
  EXPECT_EQ(odds.kittens, 1);
  EXPECT_EQ(odds.cards, 2);
}

std::string world_name(const std::vector<Card>& pile, const std::array<Counts, kMaxSeats>& hands) {
  std::string name;
  for (const Card card : pile) name += static_cast<char>('A' + index(card));
  for (const Counts& hand : hands) {
    name += '|';
    for (int k = 0; k < kCardKinds; ++k) {
      name += std::string(hand[card_at(k)], static_cast<char>('A' + k));
    }
  }
  return name;
}

std::string sampled_name(const Rules& rules, const View& v, Dice& dice) {
  const State world = determinize(rules, v, dice.words());
  std::array<Counts, kMaxSeats> hands{};
  for (Seat seat = 0; seat < v.seats; ++seat) hands[seat] = world.hands[seat];
  if (v.viewer < v.seats) hands[v.viewer] = {};
  return world_name(pile_as_seen(world, v.viewer), hands);
}

TEST(Determinize, ENG_3_DrawsEveryWorldWithItsProbabilityInSmallGamesOfEveryBox) {
  int views = 0;
  int overlapping = 0;
  double sum = 0;
  watch_small_games(
      in_builds(2'000, 200), [&](const Rules& rules, const View& v, const auto& where) {
        const SmallWorlds worlds(rules, v);
        if (v.pile_size == 0 || worlds.hidden_cards() > 6 || views >= in_builds(600, 60)) return;
        std::map<std::string, double> weights;
        double all = 0;
        worlds.list([&](const auto& pile, const auto& hands, std::uint64_t weight) {
          weights[world_name(pile, hands)] += static_cast<double>(weight);
          all += static_cast<double>(weight);
        });
        if (weights.size() < 2 || weights.size() > 60) return;
        Dice dice(static_cast<std::uint64_t>(views));
        std::map<std::string, int> found;
        const int draws = 60 * static_cast<int>(weights.size());
        for (int i = 0; i < draws; ++i) ++found[sampled_name(rules, v, dice)];
        std::vector<int> counts;
        std::vector<double> expected;
        for (const auto& [name, weight] : weights) {
          counts.push_back(found[name]);
          expected.push_back(draws * weight / all);
        }
        for (const auto& [name, count] : found)
          ASSERT_TRUE(weights.contains(name)) << where << name;
        const double freedom = static_cast<double>(weights.size()) - 1;
        const double off = chi_deviations(counts, expected, freedom);
        ASSERT_LT(off, 6) << where;
        sum += off;
        ++views;
        overlapping += knows_ranges(v.known);
      });
  EXPECT_GT(views, in_builds(300, 30));
  EXPECT_GT(overlapping, in_builds(20, 2));
  // Single views may deviate by chance; together they may not.
  EXPECT_LT(std::abs(sum) / std::sqrt(views), kTooFar);
}

// Three cards that were seen and then blurred: ranges that overlap in part, where placing one card
// after another would be uneven.
TEST(Determinize, ENG_3_RangesThatOverlapInPart) {
  Rules rules = make_rules(Preset::Official);
  Knowledge::Parts parts;
  parts.facts[0] = {Card::Skip, 0, 1};
  parts.facts[1] = {Card::Favor, 1, 2};
  parts.facts[2] = {Card::Attack, 0, 2};
  parts.fact_count = 3;
  parts.pile_size = 10;
  View v;
  v.seats = 2;
  v.alive = all_seats(2);
  v.viewer = 0;
  v.pile_size = 10;
  v.hand_size = {0, 5};
  v.known = Knowledge(0, 2, parts);
  Dice dice(9);
  std::map<std::string, int> found;
  const int draws = 30'000;
  for (int i = 0; i < draws; ++i) {
    const State world = determinize(rules, v, dice.words());
    std::string name;
    for (int place = 0; place < 3; ++place) {
      name += static_cast<char>('A' + index(world.from_top(place)));
    }
    ++found[name];
  }
  std::vector<int> counts;
  for (const auto& [name, count] : found) counts.push_back(count);
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_LT(chi_deviations(counts, draws / 3.0), kTooFar);
}

}  // namespace
}  // namespace nl
