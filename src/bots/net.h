// Bot `net`: plays a mixed policy trained by self-play (docs/train/training.md), so that its play
// does not reveal its hand. If a user's own network does not know a card of the box, the counting
// player takes over.
#pragma once

#include "bots/bot.h"
#include "bots/counting.h"
#include "bots/net_policy.h"
#include "bots/net_round.h"

namespace nl {

// Random stream of a bot with this seed.
constexpr Stream net_chance(std::uint64_t seed) { return Stream(mix64(seed)); }

class NetBot : public Bot {
 public:
  // Without a policy: the shipped one.
  explicit NetBot(std::uint64_t seed, const Network* policy = nullptr)
      : policy_(policy), chance_(net_chance(seed)), stand_in_(seed) {}

  void reseed(std::uint64_t seed) override {
    chance_ = net_chance(seed);
    stand_in_.reseed(seed);
  }

  Action act(const Rules& rules, const View& v, Past past) override;
  std::vector<Weighed> chances(const Rules& rules, const View& v, Past past) override;
  bool knows(const Rules& rules) const override { return net_knows(policy(), rules); }
  bool remembers(const Rules&) const override { return net_remembers(policy()); }
  bool answers_in_batches(const Rules& rules) const override { return knows(rules); }
  void ask(const Rules& rules, const ViewRef& v, Past past, std::uint64_t seed, int row) override {
    round_.ask(policy(), rules, v, past, seed, row);
  }
  std::span<const LaterAnswer> answer_all() override { return round_.answer(policy()); }
  Reason reason() const override { return reason_; }

 private:
  const Network& policy() const { return policy_ != nullptr ? *policy_ : net_network(); }

  const Network* policy_;
  Stream chance_;
  CountingBot stand_in_;
  NetRound round_;
  Reason reason_;
};

}  // namespace nl
