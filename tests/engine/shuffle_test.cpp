// Tests of shuffles and draws. A chi-square alone would pass a generator with few seeds, so three
// things are looked at together: even counts, no deck twice, and the bounded draw at its boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/chi_square.h"
#include "engine/invariants.h"
#include "engine/random_play.h"

namespace nl {
namespace {

std::array<Card, kCardKinds> one_of_each() {
  std::array<Card, kCardKinds> cards{};
  for (int kind = 0; kind < kCardKinds; ++kind)
    cards[static_cast<std::size_t>(kind)] = card_at(kind);
  return cards;
}

// ---- the bounded draw ---------------------------------------------------------------------------

struct FedWords {
  std::vector<std::uint32_t> words;
  std::size_t used = 0;
  std::uint32_t operator()() { return words.at(used++); }
};

constexpr std::uint64_t kRange = std::uint64_t{1} << 32;

// The first word that gives `result` of n, before any is rejected.
std::uint64_t first_word(std::uint64_t result, std::uint64_t n) {
  return (result * kRange + n - 1) / n;
}

TEST(Shuffle, SHUF_1_TheBoundedDrawRejectsExactlyWhatWouldBeUneven) {
  for (const std::uint64_t n : {1ull, 2ull, 3ull, 5ull, 6ull, 35ull, 64ull, 95ull, 96ull, 65537ull,
                                0x80000001ull, 0xFFFFFFFFull}) {
    const std::uint64_t each = kRange / n;
    std::vector<std::uint64_t> results = {0, n / 2, n - 1};
    for (std::uint64_t r = 0; n < 100 && r < n; ++r) results.push_back(r);
    for (const std::uint64_t result : results) {
      const std::uint64_t first = first_word(result, n);
      const std::uint64_t end = first_word(result + 1, n);
      // Of the words that lead to a result the first alone may be one too many.
      FedWords fed{{static_cast<std::uint32_t>(first), 0x7FFFFFFFu, 0x7FFFFFFEu, 0x12345677u}};
      const std::uint32_t drawn = bounded(fed, static_cast<std::uint32_t>(n));
      const bool rejected = fed.used > 1;
      EXPECT_EQ(end - first - rejected, each) << result << " of " << n;
      EXPECT_LT(drawn, n);
      if (!rejected) {
        EXPECT_EQ(drawn, result) << n;
      }
      if (end - first < 2) continue;
      FedWords next{{static_cast<std::uint32_t>(first + 1)}};
      EXPECT_EQ(bounded(next, static_cast<std::uint32_t>(n)), result) << n;
      FedWords last{{static_cast<std::uint32_t>(end - 1)}};
      EXPECT_EQ(bounded(last, static_cast<std::uint32_t>(n)), result) << n;
    }
  }
}

TEST(Shuffle, SHUF_1_AWordBelowTheBoundaryIsDrawnAgainAndOneAtItIsNot) {
  FedWords below{{0u, 0x80000000u}};  // 2³² leaves 1 when divided by 3: the word 0 is one too many
  EXPECT_EQ(bounded(below, 3), 1u);
  EXPECT_EQ(below.used, 2u);
  FedWords at{{0xAAAAAAABu}};  // … and this one lies exactly at the boundary
  EXPECT_EQ(bounded(at, 3), 2u);
  EXPECT_EQ(at.used, 1u);
  FedWords even{{0u}};
  EXPECT_EQ(bounded(even, 8), 0u) << "8 divides the range: nothing is rejected";
}

// ---- even counts --------------------------------------------------------------------------------

TEST(Shuffle, SHUF_1_AllOrdersOfFourCardsAreEquallyLikely) {
  std::map<std::array<Card, 4>, int> orders;
  const int shuffles = in_builds(240'000, 24'000);
  for (int i = 0; i < shuffles; ++i) {
    std::array<Card, 4> cards = {Card::Skip, Card::Favor, Card::Nope, Card::See};
    const SeededSource random(static_cast<std::uint64_t>(i % 100),
                              static_cast<std::uint64_t>(i / 100));
    random.shuffle(Chance::Shuffle, 3, cards.data(), 4);
    ++orders[cards];
  }
  ASSERT_EQ(orders.size(), 24u);
  std::vector<int> counts;
  for (const auto& [order, times] : orders) counts.push_back(times);
  EXPECT_LT(chi_deviations(counts, shuffles / 24.0), kTooFar);
}

TEST(Shuffle, SHUF_1_EveryCardIsAsLikelyAtEveryPlace) {
  std::vector<int> counts(kCardKinds * kCardKinds);
  const int shuffles = in_builds(100'000, 5'000);
  for (int i = 0; i < shuffles; ++i) {
    auto cards = one_of_each();
    SeededSource(7, static_cast<std::uint64_t>(i))
        .shuffle(Chance::Deal, 0, cards.data(), kCardKinds);
    for (int place = 0; place < kCardKinds; ++place) {
      ++counts[static_cast<std::size_t>(place * kCardKinds +
                                        index(cards[static_cast<std::size_t>(place)]))];
    }
  }
  const double freedom = (kCardKinds - 1) * (kCardKinds - 1);
  const std::vector<double> even(counts.size(), 1.0 * shuffles / kCardKinds);
  EXPECT_LT(chi_deviations(counts, even, freedom), kTooFar);
}

TEST(Shuffle, SHUF_1_EachShuffleOfAGameIsAnother) {
  const SeededSource random(1, 1);
  std::set<std::array<Card, kCardKinds>> orders;
  for (const Chance what : {Chance::Deal, Chance::Shuffle, Chance::Blind}) {
    for (int number = 0; number < 100; ++number) {
      auto cards = one_of_each();
      random.shuffle(what, number, cards.data(), kCardKinds);
      orders.insert(cards);
      auto again = one_of_each();
      random.shuffle(what, number, again.data(), kCardKinds);
      ASSERT_EQ(cards, again) << "a seed reproduces it";
    }
  }
  EXPECT_EQ(orders.size(), 300u);
}

TEST(Shuffle, SeatsAndStolenCardsArePickedEvenly) {
  const int draws = in_builds(60'000, 6'000);
  for (const int mask : {0b11, 0b101101, 0b111111, 0b110}) {
    const auto seats = static_cast<SeatMask>(mask);
    std::vector<int> all(kMaxSeats);
    for (int i = 0; i < draws; ++i) {
      const Seat seat =
          SeededSource(5, static_cast<std::uint64_t>(i)).seat(Chance::First, 0, seats);
      ASSERT_TRUE(holds(seats, seat));
      ++all[seat];
    }
    std::erase(all, 0);
    ASSERT_EQ(static_cast<int>(all.size()), count(seats));
    EXPECT_LT(chi_deviations(all, 1.0 * draws / count(seats)), kTooFar);
  }
  Counts hand;
  hand[Card::Skip] = 3;
  hand[Card::Nope] = 1;
  std::vector<int> stolen(2);
  for (int i = 0; i < draws; ++i) {
    const Card card =
        SeededSource(6, static_cast<std::uint64_t>(i)).card(Chance::Steal, 0, hand, 4);
    ++stolen[card == Card::Skip ? 0 : 1];
  }
  EXPECT_LT(chi_deviations(stolen, {draws * 0.75, draws * 0.25}, 1), kTooFar);
}

TEST(Shuffle, SET_6_KittensLieAnywhereInTheDealtPile) {
  const Rules rules = make_rules(Preset::Official);
  const int deals = in_builds(50'000, 4'000);
  std::vector<int> kittens(23);
  std::vector<int> first(4);
  NullSink sink;
  for (int i = 0; i < deals; ++i) {
    SeededSource random(static_cast<std::uint64_t>(i), 0);
    const State s = new_game(rules, 4, random, sink);
    ASSERT_EQ(s.pile_size, 23);
    for (int place = 0; place < 23; ++place) {
      kittens[static_cast<std::size_t>(place)] += s.from_top(place) == Card::Exploding;
    }
    ++first[s.turn];
  }
  EXPECT_LT(chi_deviations(kittens, deals * 3.0 / 23), kTooFar);
  EXPECT_LT(chi_deviations(first, deals / 4.0), kTooFar);
}

// ---- no deck twice ------------------------------------------------------------------------------

// Deals of neighbouring seeds and of neighbouring games, each as one number.
std::size_t decks_dealt_twice(int decks) {
  const Rules rules = make_rules(Preset::Official);
  NullSink sink;
  std::vector<std::uint64_t> seen;
  seen.reserve(static_cast<std::size_t>(decks));
  for (int i = 0; i < decks; ++i) {
    const auto number = static_cast<std::uint64_t>(i / 2);
    SeededSource random = i % 2 == 0 ? SeededSource(number + 1, 0) : SeededSource(0, number);
    const State s = new_game(rules, 2, random, sink);
    std::uint64_t hash = 0;
    for (int place = 0; place < s.pile_size; ++place) {
      hash = mix64(hash * 31 + static_cast<std::uint64_t>(s.from_top(place)) + 1);
    }
    for (const std::uint8_t copies : s.hands[0].n) hash = mix64(hash * 31 + copies + 1);
    seen.push_back(hash);
  }
  std::sort(seen.begin(), seen.end());
  return seen.size() -
         static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

TEST(Shuffle, SHUF_1_NoDeckIsDealtTwice) {
  EXPECT_EQ(decks_dealt_twice(in_builds(100'000, 10'000)), 0u);
}

TEST(LongShuffle, SHUF_1_NoDeckOfTenMillionIsDealtTwice) {
  EXPECT_EQ(decks_dealt_twice(10'000'000), 0u);
}

}  // namespace
}  // namespace nl
