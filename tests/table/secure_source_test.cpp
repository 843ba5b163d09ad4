// Tests of the random source of live games: nothing repeats, nothing is favoured.
#include "table/secure_source.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>

namespace nl {
namespace {

TEST(SecureSource, SHUF_1_EveryPlaceIsEquallyLikely) {
  constexpr int kCards = 8;
  constexpr int kRounds = 40000;
  SecureSource source;
  std::array<std::array<int, kCards>, kCards> seen{};
  for (int round = 0; round < kRounds; ++round) {
    std::array<Card, kCards> cards{};
    for (int i = 0; i < kCards; ++i) cards[static_cast<std::size_t>(i)] = card_at(i);
    source.shuffle(Chance::Shuffle, round, cards.data(), kCards);
    for (std::size_t i = 0; i < kCards; ++i) ++seen[i][static_cast<std::size_t>(cards[i])];
  }
  double chi_square = 0;
  const double expected = double{kRounds} / kCards;
  for (const auto& row : seen) {
    for (const int n : row) chi_square += (n - expected) * (n - expected) / expected;
  }
  // 49 degrees of freedom: beyond 111 once in a million runs.
  EXPECT_LT(chi_square, 111);
}

TEST(SecureSource, SHUF_1_NoDeckComesTwice) {
  SecureSource source;
  std::set<std::array<Card, kCardKinds>> decks;
  for (int round = 0; round < 20000; ++round) {
    std::array<Card, kCardKinds> cards{};
    for (int i = 0; i < kCardKinds; ++i) cards[static_cast<std::size_t>(i)] = card_at(i);
    source.shuffle(Chance::Shuffle, round, cards.data(), kCardKinds);
    EXPECT_TRUE(decks.insert(cards).second);
  }
}

TEST(SecureSource, ASeedMakesItReproducible) {
  LiveSource one(1, 2);
  LiveSource two(1, 2);
  SeededSource plain(1, 2);
  const Counts from = [] {
    Counts counts;
    counts.n.fill(1);
    return counts;
  }();
  for (int i = 0; i < 20; ++i) {
    const Card card = one.card(Chance::Steal, i, from, 32);
    EXPECT_EQ(card, two.card(Chance::Steal, i, from, 32));
    EXPECT_EQ(card, plain.card(Chance::Steal, i, from, 32));
  }
}

}  // namespace
}  // namespace nl
