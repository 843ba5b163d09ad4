// Counting bot: plays by the rules of counting_policy.h.
#pragma once

#include "bots/bot.h"
#include "bots/counting_policy.h"

namespace nl {

class CountingBot : public Bot {
 public:
  explicit CountingBot(std::uint64_t seed, CountingStyle style = {})
      : chance_(mix64(seed)), style_(style) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules& rules, const View& v, Past) override {
    const Reasoned choice = counting_choice(situation(rules, v), chance_, style_);
    reason_ = choice.reason;
    return v.legal.has(choice.action) ? choice.action : v.legal.nth(0);
  }
  Reason reason() const override { return reason_; }

 private:
  Stream chance_;
  CountingStyle style_;
  Reason reason_;
};

}  // namespace nl
