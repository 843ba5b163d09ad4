// Flat Monte Carlo bot: tries each answer equally often in imagined worlds, and takes the best
// one.
#pragma once

#include "bots/bot.h"
#include "bots/budget.h"
#include "engine/random.h"

namespace nl {

class FlatBot : public Bot {
 public:
  explicit FlatBot(std::uint64_t seed, Budget budget = {200, 0})
      : chance_(mix64(seed)), budget_(budget) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules& rules, const View& v, Past) override;
  Reason reason() const override { return reason_; }

 private:
  Stream chance_;
  Budget budget_;
  Reason reason_;
};

}  // namespace nl
