// Tests of ladder seats: who may claim a key, when, and what the finished game says of it.
#include <gtest/gtest.h>

#include "server/bench_table.h"
#include "server/signature.h"
#include "server/signing_key.h"

namespace nl {
namespace {

class LadderSeat : public testing::Test {
 protected:
  static WorldOptions with_ladder() {
    WorldOptions options = quick_world();
    options.limits.features.ladder = true;
    return options;
  }
  explicit LadderSeat() {
    t_.world.on_kept = [this](const FinishedGame& game) { kept_.push_back(game); };
  }

  PlainJson claim(const SigningKey& key, std::size_t client) {
    const TokenHash token = hash_of_token(t_[client].token);
    return claim_of(key.key, key.sign(seat_statement(t_.code(), token)));
  }
  static PlainJson claim_of(const Bytes32& key, const Signature& signature) {
    return {{"t", "ladder"}, {"key", to_hex(key)}, {"signature", to_hex(signature)}};
  }
  void play_on() {
    for (int i = 0; i < 2'000 && !t_.game().over(); ++i) {
      const Seat seat = t_.game().next_asked();
      const PlainJson question = t_[seat].last_of("question");
      const auto& legal = question["legal"];
      t_.answers(seat, TestTable::has(legal, "draw") ? "draw" : legal[0].get<std::string>());
    }
  }

  TestTable t_{2, {{"rules", {{"first", "zero"}}}}, with_ladder()};
  const SigningKey ann_{1};
  const SigningKey bob_{2};
  std::vector<FinishedGame> kept_;
};

TEST_F(LadderSeat, WEB_12_EverybodySeesWhoPlaysForTheLadderAndTheServerKnowsTheKeysAtTheEnd) {
  EXPECT_FALSE(t_[1].lobby.contains("ladder"));
  t_.says(0, claim(ann_, 0));
  EXPECT_EQ(t_[1].lobby["ladder"], PlainJson::array({0}));
  t_.says(1, claim(bob_, 1));
  EXPECT_EQ(t_[0].lobby["ladder"], PlainJson({0, 1}));
  t_.start();
  play_on();
  ASSERT_EQ(kept_.size(), 1u);
  EXPECT_EQ(kept_[0].players[0].ladder, ann_.key);
  EXPECT_EQ(kept_[0].players[1].ladder, bob_.key);
  EXPECT_EQ(kept_[0].helped, SeatMask{0});
  EXPECT_LT(kept_[0].dealt, kept_[0].ended);
}

TEST_F(LadderSeat, WEB_12_NobodyPlaysUnderAKeyThatIsNotTheirs) {
  // Another's signature of another seat, of other words, of nothing; a key that everybody has.
  const Signature good = bob_.sign(seat_statement(t_.code(), hash_of_token(t_[1].token)));
  EXPECT_EQ(t_.reason(0, claim_of(bob_.key, good)), "bad_signature") << "seen and said again";
  EXPECT_EQ(t_.reason(1, claim_of(ann_.key, good)), "bad_signature");
  EXPECT_EQ(t_.reason(1, claim_of(bob_.key, bob_.sign("ninelives seat\n"))), "bad_signature");
  EXPECT_EQ(t_.reason(1, claim_of(bob_.key, {})), "bad_signature");
  EXPECT_EQ(t_.reason(1, claim_of({1}, {1})), "bad_signature") << "of small order";
  Signature second = good;  // S + L: the same number to a careless reader
  second[63] = static_cast<std::uint8_t>(second[63] | 0x80);
  EXPECT_EQ(t_.reason(1, claim_of(bob_.key, second)), "bad_signature");
  EXPECT_EQ(t_.reason(1, {{"t", "ladder"}, {"key", "ff"}, {"signature", "00"}}), "bad_message");
  EXPECT_EQ(t_.room().state().laddered(), SeatMask{0});
  EXPECT_EQ(t_.reason(1, claim_of(bob_.key, good)), "");
}

TEST_F(LadderSeat, WEB_12_OneKeyHasOneSeatAndWatchersHaveNone) {
  t_.says(0, claim(ann_, 0));
  EXPECT_EQ(t_.reason(1, claim(ann_, 1)), "same_key");
  t_.watch();
  EXPECT_EQ(t_.reason(2, claim_of(bob_.key, {})), "watching");
}

TEST_F(LadderSeat, WEB_12_WhoHasSeenCardsDoesNotChooseAnyMore) {
  t_.says(0, claim(ann_, 0));
  t_.start();
  EXPECT_EQ(t_.reason(1, claim(bob_, 1)), "not_now");
  play_on();
  EXPECT_EQ(t_.reason(1, claim(bob_, 1)), "not_now");
  t_.says(0, {{"t", "rematch"}});
  EXPECT_EQ(t_.room().state().laddered(), seat_bit(0)) << "it holds for the next game";
  EXPECT_EQ(t_.reason(1, claim(bob_, 1)), "");
}

TEST_F(LadderSeat, WEB_12_AHostDoesNotChooseTheCompanyOfAResult) {
  t_.says(1, claim(bob_, 1));
  t_.start();
  EXPECT_EQ(t_.reason(0, {{"t", "kick"}, {"seat", 1}}), "not_now");
  EXPECT_TRUE(t_.room().state().players()[1].person());
}

TEST_F(LadderSeat, WEB_12_WhatABotAnsweredIsNotThePlayers) {
  t_.says(0, claim(ann_, 0));
  t_.says(1, claim(bob_, 1));
  t_.start();
  t_.world.run_for(Time{61'000});  // Ann says nothing
  EXPECT_EQ(t_.room().state().helped(), seat_bit(0));
  t_.says(0, {{"t", "back"}});
  play_on();
  ASSERT_EQ(kept_.size(), 1u);
  EXPECT_TRUE(holds(kept_[0].helped, 0));
}

TEST_F(LadderSeat, WEB_12_AfterACrashTheSameGameComesAgainAsItWas) {
  t_.says(0, claim(ann_, 0));
  t_.says(1, claim(bob_, 1));
  t_.start();
  t_.world.run_for(Time{61'000});  // Ann's clock runs out once
  t_.world.crash();
  t_.world.restart();
  EXPECT_EQ(t_.room().state().laddered(), SeatMask{3});
  EXPECT_TRUE(holds(t_.room().state().helped(), 0));
  for (int i = 0; i < 500 && kept_.empty(); ++i) t_.world.run_for(Time{1'000});  // bots play it out
  ASSERT_FALSE(kept_.empty());
  const FinishedGame before = kept_.back();
  t_.world.crash();
  t_.world.restart();
  const FinishedGame& again = kept_.back();
  EXPECT_EQ(kept_.size(), 2u);
  EXPECT_EQ(again.id, before.id);
  EXPECT_EQ(again.dealt, before.dealt);
  EXPECT_EQ(again.ended, before.ended);
  EXPECT_EQ(again.helped, before.helped);
  EXPECT_EQ(again.players, before.players);
}

}  // namespace
}  // namespace nl
