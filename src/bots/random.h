// Random bot: any legal action, each as likely as the others.
#pragma once

#include "bots/bot.h"
#include "engine/random.h"

namespace nl {

class RandomBot : public Bot {
 public:
  explicit RandomBot(std::uint64_t seed) : chance_(mix64(seed)) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules&, const View& v, Past) override {
    const auto choices = static_cast<std::uint32_t>(v.legal.size());
    return v.legal.nth(static_cast<int>(bounded(chance_, choices)));
  }

 private:
  Stream chance_;
};

}  // namespace nl
