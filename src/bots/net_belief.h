// The learned player with a look ahead at worlds that it believes in. Each promising answer is
// tried in worlds weighed by what the others did (recall.h); the policy plays all seats there, to
// the end of the game or until the bot is asked again, where a critic that sees the whole imagined
// world says how likely a win is. What comes out bends the policy, it does not replace it: chances
// become chance × exp(win / temperature).
//
// It is not among the bots that can sit down at a table: docs/agent.md says what it was found to be
// worth. net_search.h is the one that can; it looks at evenly dealt worlds.
#pragma once

#include "bots/bot.h"
#include "bots/budget.h"
#include "bots/look_ahead.h"
#include "bots/net_policy.h"

namespace nl {

struct NetBeliefStyle {
  double temperature = 0.06;  // in wins: the smaller, the further it leaves the policy
  double worth_a_try = 0.01;  // chance by the policy
  std::size_t most_tried = 6;
  Belief belief{};
  Until until = Until::End;
  // How far answers are apart in truth, in wins: what is seen beyond that is taken for luck in so
  // far as it may be. 0: everything seen is believed.
  double spread = 0;
};

class NetBeliefBot : public Bot {
 public:
  explicit NetBeliefBot(std::uint64_t seed, Budget budget = {32, 0}, NetBeliefStyle style = {})
      : budget_(budget), style_(style) {
    begin_anew(seed);
  }

  void begin_anew(std::uint64_t seed) override {
    chance_ = Stream(mix64(seed));
    looks_ = Stream(mix64(seed + 1));
  }

  Action act(const Rules& rules, const View& v, Past past) override;
  // The policy's `choices` as one look ahead bends them. Another look finds something else: how
  // the bot plays is the mean over looks.
  std::vector<Weighed> look(const Rules& rules, const View& v, Past past,
                            const std::vector<Weighed>& choices);
  bool remembers(const Rules&) const override { return net_remembers(net_network()); }
  bool knows(const Rules& rules) const override { return net_knows(net_network(), rules); }
  Reason reason() const override { return reason_; }

 private:
  Stream chance_{0};  // as NetBot's: with the same seed both choose alike where they can
  Stream looks_{0};
  Budget budget_;
  NetBeliefStyle style_;
  Reason reason_;
};

}  // namespace nl
