// Statistical tests of fair outcomes.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "engine/chi_square.h"
#include "fair/fair_line.h"
#include "fair/fair_source.h"
#include "fair/secret.h"

namespace nl {
namespace {

// A ceremony that one program holds with itself; the seed is all that changes.
FairSource source_of(int game) {
  Bytes32 seed{};
  for (std::size_t i = 0; i < 4; ++i) seed[i] = static_cast<std::uint8_t>(game >> (8 * i));
  FairCeremony ceremony({1}, "{}", 2, seed);
  ceremony.close_commitments();
  return FairSource(ceremony.finish());
}

std::array<Card, kCardKinds> all_kinds() {
  std::array<Card, kCardKinds> cards{};
  for (int kind = 0; kind < kCardKinds; ++kind)
    cards[static_cast<std::size_t>(kind)] = card_at(kind);
  return cards;
}

TEST(FAIR_1_Uniform, EveryCardIsEquallyOftenAtEveryPlace) {
  constexpr int kShuffles = 14'000;
  constexpr auto kCells = static_cast<std::size_t>(kCardKinds) * kCardKinds;
  std::vector<int> counts(kCells);
  for (int i = 0; i < kShuffles; ++i) {
    const FairSource source = source_of(i / 100);
    auto cards = all_kinds();
    source.shuffle(Chance::Shuffle, i % 100, cards.data(), kCardKinds);
    for (std::size_t place = 0; place < cards.size(); ++place) {
      ++counts[place * kCardKinds + static_cast<std::size_t>(cards[place])];
    }
  }
  const std::vector<double> expected(kCells, double{kShuffles} / kCardKinds);
  const double freedom = (kCardKinds - 1) * (kCardKinds - 1);
  EXPECT_LT(std::abs(chi_deviations(counts, expected, freedom)), kTooFar);
}

TEST(FAIR_1_Uniform, EverySeatBeginsEquallyOften) {
  std::vector<int> counts(5);
  for (int i = 0; i < 5'000; ++i) ++counts[source_of(i).seat(Chance::First, 0, all_seats(5))];
  EXPECT_LT(std::abs(chi_deviations(counts, 1'000)), kTooFar);
}

TEST(FAIR_1_Uniform, EveryCardOfAHandIsStolenEquallyOften) {
  Counts hand;
  hand[Card::Nope] = 1;
  hand[Card::Skip] = 3;
  std::vector<int> counts(2);
  for (int i = 0; i < 8'000; ++i) {
    ++counts[source_of(i / 50).card(Chance::Steal, i % 50, hand, 4) == Card::Skip];
  }
  EXPECT_LT(std::abs(chi_deviations(counts, {2'000, 6'000}, 1)), kTooFar);
}

TEST(FAIR_1_Uniform, NoTwoOutcomesShareTheirWords) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const Bytes32 key = sha256({as_bytes("any key")});
  for (int what = 0; what < kChances; ++what) {
    for (int number = 0; number < 3'000; ++number) {
      FairWords words(key, static_cast<Chance>(what), number);
      const std::uint32_t first = words();
      EXPECT_TRUE(seen.emplace(first, words()).second);
    }
  }
}

TEST(FAIR_1_Uniform, NoDeckRepeats) {
  std::set<std::array<Card, kCardKinds>> decks;
  for (int game = 0; game < 20'000; ++game) {
    auto cards = all_kinds();
    source_of(game).shuffle(Chance::Deal, 0, cards.data(), kCardKinds);
    EXPECT_TRUE(decks.insert(cards).second);
  }
}

TEST(FAIR_1_Uniform, SecretBytesNeverRepeat) {
  std::set<Bytes32> seen;
  for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(seen.insert(secret_bytes()).second);
}

}  // namespace
}  // namespace nl
