// Baseline bot that only draws and passes: every other bot should beat it.
#pragma once

#include "bots/bot.h"
#include "engine/random.h"

namespace nl {

class DrawOnlyBot : public Bot {
 public:
  explicit DrawOnlyBot(std::uint64_t seed) : chance_(mix64(seed)) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules&, const View& v, Past) override {
    if (v.legal.has(word(Verb::Draw))) return word(Verb::Draw);
    if (v.legal.has(word(Verb::Pass))) return word(Verb::Pass);
    return v.legal.nth(
        static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(v.legal.size()))));
  }

  Reason reason() const override { return {Why::Habit}; }

 private:
  Stream chance_;
};

}  // namespace nl
