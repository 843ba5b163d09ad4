// The learned player: a policy trained by self-play (docs/training.md). It mixes as it has learned
// to, so that nobody can tell its hand from its play. In a box with cards that it never met, the
// counting player sits in for it.
#pragma once

#include "bots/bot.h"
#include "bots/counting.h"
#include "bots/net_policy.h"

namespace nl {

class NetBot : public Bot {
 public:
  explicit NetBot(std::uint64_t seed, const Network& policy = policy_network())
      : policy_(policy), chance_(mix64(seed)), stand_in_(seed) {}

  Action act(const Rules& rules, const View& v) override;
  std::vector<Weighed> chances(const Rules& rules, const View& v) override;
  bool knows(const Rules& rules) const override { return net_knows(policy_, rules); }
  Reason reason() const override { return reason_; }

 private:
  const Network& policy_;
  Stream chance_;
  CountingBot stand_in_;
  Reason reason_;
};

}  // namespace nl
