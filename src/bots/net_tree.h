// Search over information sets with the learned player's chances for a prior: imagined worlds, as
// far as they are believed, are played through a tree whose nodes are all that the policy of a seat
// can go by. Where a node is new the critic judges, or the policy plays to the end.
//
// Two ways: everybody searches; or the others answer as the policy does, and only the viewer looks
// for something better (a best response, an attack on the policy).
#pragma once

#include "bots/bot.h"
#include "bots/budget.h"
#include "bots/look_ahead.h"
#include "bots/net_policy.h"
#include "engine/random.h"

namespace nl {

struct NetTreeStyle {
  double explore = 1.0;
  double curious = 0;  // the share of the prior that all answers have alike, likely or not
  bool others_search = true;
  double temperature = 0.05;  // how far what is found bends the policy; 0: the most visited answer
  Belief belief{};
  Until until = Until::AskedAgain;
};

class NetTreeBot : public Bot {
 public:
  explicit NetTreeBot(std::uint64_t seed, Budget budget = {200, 0}, NetTreeStyle style = {})
      : budget_(budget), style_(style) {
    begin_anew(seed);
  }

  void begin_anew(std::uint64_t seed) override {
    chance_ = Stream(mix64(seed));
    looks_ = Stream(mix64(seed + 1));
  }
  Action act(const Rules& rules, const View& v, Past past) override;
  // The policy's chances as one search bends them.
  std::vector<Weighed> look(const Rules& rules, const View& v, Past past);
  bool remembers(const Rules&) const override { return net_remembers(net_network()); }

 private:
  Stream chance_{0};  // as NetBot's: with the same seed both choose alike where they can
  Stream looks_{0};
  Budget budget_;
  NetTreeStyle style_;
};

}  // namespace nl
