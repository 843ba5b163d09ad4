// Tests of the ceremony before the deal.
#include <gtest/gtest.h>

#include <set>
#include <type_traits>

#include "fair/fair_line.h"
#include "fair/fair_source.h"

namespace nl {
namespace {

static_assert(!std::is_default_constructible_v<FairSource>);
static_assert(!std::is_constructible_v<FairSource, std::uint64_t>);
static_assert(!std::is_constructible_v<FairSource, Bytes32>);
static_assert(!std::is_constructible_v<FairSource, FairCeremony>, "a deal must be complete");
static_assert(std::is_constructible_v<FairSource, FairDeal>);

constexpr GameId kGame = {7, 7, 7};
const std::string kTerms = "{\"seats\":3}";

Bytes32 filled(std::uint8_t byte) {
  Bytes32 bytes;
  bytes.fill(byte);
  return bytes;
}

// Commitment, as a player's client makes it.
Bytes32 commitment_to(const FairCeremony& ceremony, Seat seat, const Bytes32& share) {
  return share_commitment(game_digest(ceremony.game(), ceremony.terms()),
                          ceremony.server_commitment(), seat, share);
}

FairCeremony three_seats() { return {kGame, kTerms, 3, filled(9)}; }

FairCeremony all_given() {
  FairCeremony ceremony = three_seats();
  for (Seat seat = 0; seat < 3; ++seat)
    ceremony.commit(seat, commitment_to(ceremony, seat, filled(seat)));
  ceremony.close_commitments();
  for (Seat seat = 0; seat < 3; ++seat) ceremony.reveal(seat, filled(seat));
  return ceremony;
}

TEST(FAIR_1_Ceremony, CommitRevealDeal) {
  const FairCeremony ceremony = all_given();
  EXPECT_TRUE(ceremony.all_revealed());
  const FairDeal deal = ceremony.finish();
  for (Seat seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(deal.shares()[seat].status, ShareStatus::Given);
    EXPECT_EQ(deal.shares()[seat].share, filled(seat));
  }
}

TEST(FAIR_1_Ceremony, NothingIsRevealedBeforeAllIsCommitted) {
  FairCeremony ceremony = three_seats();
  ceremony.commit(0, commitment_to(ceremony, 0, filled(1)));
  EXPECT_EQ(ceremony.reveal(0, filled(1)), CeremonyRefusal::NotNow);
  EXPECT_THROW(ceremony.finish(), std::logic_error);
  ceremony.close_commitments();
  EXPECT_EQ(ceremony.commit(1, commitment_to(ceremony, 1, filled(1))), CeremonyRefusal::NotNow);
  EXPECT_EQ(ceremony.reveal(0, filled(1)), CeremonyRefusal::None);
}

TEST(FAIR_1_Ceremony, ACommitmentBinds) {
  FairCeremony ceremony = three_seats();
  EXPECT_EQ(ceremony.commit(0, commitment_to(ceremony, 0, filled(1))), CeremonyRefusal::None);
  EXPECT_EQ(ceremony.commit(0, commitment_to(ceremony, 0, filled(2))), CeremonyRefusal::Twice);
  ceremony.close_commitments();
  EXPECT_EQ(ceremony.reveal(0, filled(2)), CeremonyRefusal::DoesNotMatch);
  EXPECT_EQ(ceremony.reveal(0, filled(1)), CeremonyRefusal::None);
  EXPECT_EQ(ceremony.reveal(0, filled(1)), CeremonyRefusal::Twice);
  EXPECT_EQ(ceremony.reveal(1, filled(1)), CeremonyRefusal::NotCommitted);
  EXPECT_EQ(ceremony.reveal(3, filled(1)), CeremonyRefusal::NoSuchSeat);
}

TEST(FAIR_1_Ceremony, ACommitmentBelongsToItsSeatGameTermsAndServer) {
  const FairCeremony ceremony = three_seats();
  const std::set<Bytes32> all = {
      commitment_to(ceremony, 0, filled(1)),
      commitment_to(ceremony, 1, filled(1)),
      commitment_to(FairCeremony({8}, kTerms, 3, filled(9)), 0, filled(1)),
      commitment_to(FairCeremony(kGame, "{}", 3, filled(9)), 0, filled(1)),
      commitment_to(FairCeremony(kGame, kTerms, 3, filled(8)), 0, filled(1)),
  };
  EXPECT_EQ(all.size(), 5u);
}

TEST(FAIR_1_Ceremony, WhoHasNoShareGetsOneThatIsNoChoice) {
  FairCeremony ceremony = three_seats();
  ceremony.commit(1, commitment_to(ceremony, 1, filled(1)));
  ceremony.close_commitments();
  EXPECT_EQ(ceremony.supplied(), seat_bit(0) | seat_bit(2));
  EXPECT_EQ(ceremony.waiting_for(), seat_bit(1));
  ceremony.reveal(1, filled(1));
  const FairDeal deal = ceremony.finish();
  std::vector<SeatShare> shares = deal.shares();
  EXPECT_EQ(shares[0].status, ShareStatus::Supplied);
  // A server that supplies another share, commitment and all, is found out.
  shares[0].share = filled(5);
  shares[0].commitment = commitment_to(ceremony, 0, filled(5));
  EXPECT_THROW(FairDeal(kGame, kTerms, deal.server_commitment(), deal.server_seed(), shares),
               FairError);
}

TEST(FAIR_1_Ceremony, WhoDoesNotRevealIsMissingAndTheDealGoesOn) {
  FairCeremony ceremony = three_seats();
  for (Seat seat = 0; seat < 3; ++seat)
    ceremony.commit(seat, commitment_to(ceremony, seat, filled(seat)));
  ceremony.close_commitments();
  ceremony.reveal(0, filled(0));
  ceremony.reveal(2, filled(2));
  EXPECT_FALSE(ceremony.all_revealed());
  const FairDeal deal = ceremony.finish();
  EXPECT_EQ(deal.shares()[1].status, ShareStatus::Missing);
  EXPECT_NE(deal.key(), all_given().finish().key());
}

TEST(FAIR_1_Ceremony, EverySeedAndMarkChangesTheKey) {
  const FairDeal deal = all_given().finish();
  std::set<Bytes32> keys = {deal.key()};
  for (Seat seat = 0; seat < 3; ++seat) {
    FairCeremony other = three_seats();
    for (Seat s = 0; s < 3; ++s) {
      other.commit(s, commitment_to(other, s, filled(s == seat ? 77 : s)));
    }
    other.close_commitments();
    for (Seat s = 0; s < 3; ++s) other.reveal(s, filled(s == seat ? 77 : s));
    keys.insert(other.finish().key());
  }
  FairCeremony other_seed(kGame, kTerms, 3, filled(10));
  other_seed.close_commitments();
  keys.insert(other_seed.finish().key());
  EXPECT_EQ(keys.size(), 5u);
}

TEST(FAIR_1_Ceremony, TheSameCallsGiveTheSameDealAfterACrash) {
  EXPECT_EQ(all_given().finish().key(), all_given().finish().key());
}

TEST(FAIR_1_Ceremony, SeedsOrTermsThatWereNotCommittedToAreRefused) {
  const FairDeal deal = all_given().finish();
  const auto with = [&](const GameId& game, const std::string& terms, const Bytes32& seed) {
    return FairDeal(game, terms, deal.server_commitment(), seed, deal.shares());
  };
  EXPECT_NO_THROW(with(kGame, kTerms, deal.server_seed()));
  EXPECT_THROW(with({8}, kTerms, deal.server_seed()), FairError);
  EXPECT_THROW(with(kGame, "{\"seats\":4}", deal.server_seed()), FairError);
  EXPECT_THROW(with(kGame, kTerms, filled(8)), FairError);
}

TEST(FAIR_1_Ceremony, HexIsStrict) {
  EXPECT_EQ(parse_bytes32(to_hex(filled(0xab))), filled(0xab));
  EXPECT_FALSE(parse_bytes32(std::string(63, 'a')));
  EXPECT_FALSE(parse_bytes32(std::string(64, 'A')));
  EXPECT_FALSE(parse_bytes32(std::string(64, 'g')));
}

}  // namespace
}  // namespace nl
