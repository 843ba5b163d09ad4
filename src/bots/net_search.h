// Bot `net` with look-ahead search. Each promising answer is tried in imagined worlds: the policy
// plays all seats until the bot is asked again, and there a critic that sees the whole imagined
// world estimates its chance to win. The result shifts the policy instead of replacing it:
// probabilities become probability × exp(win / temperature). Always taking the best answer would
// make the bot easier to exploit.
#pragma once

#include "bots/bot.h"
#include "bots/budget.h"
#include "bots/net.h"
#include "bots/net_policy.h"

namespace nl {

struct NetSearchStyle {
  double temperature = 0.06;  // in wins: the smaller, the further it moves from the policy
  double worth_a_try = 0.01;  // probability under the policy
  std::size_t most_tried = 6;
};

class NetSearchBot : public Bot {
 public:
  explicit NetSearchBot(std::uint64_t seed, Budget budget = {32, 0}, NetSearchStyle style = {})
      : chance_(mix64(seed)), stand_in_(seed), budget_(budget), style_(style) {}

  void reseed(std::uint64_t seed) override {
    chance_ = Stream(mix64(seed));
    stand_in_.reseed(seed);
  }

  Action act(const Rules& rules, const View& v, Past past) override;
  bool remembers(const Rules&) const override { return net_remembers(net_network()); }
  bool knows(const Rules& rules) const override { return net_knows(critic_network(), rules); }
  Reason reason() const override { return reason_; }

 private:
  Stream chance_;
  NetBot stand_in_;  // for boxes with a card that the critic does not know
  Budget budget_;
  NetSearchStyle style_;
  Reason reason_;
};

}  // namespace nl
