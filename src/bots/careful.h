// Careful bot: draws while it is safe enough, looks and dodges when it is not, keeps its
// Defuses, and Nopes what hurts.
#pragma once

#include "bots/bot.h"
#include "engine/random.h"

namespace nl {

class CarefulBot : public Bot {
 public:
  explicit CarefulBot(std::uint64_t seed) : chance_(mix64(seed)) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules& rules, const View& v, Past) override;
  Reason reason() const override { return reason_; }

 private:
  Reasoned choose(const Rules& rules, const View& v);
  Reasoned on_turn(const Rules& rules, const View& v);
  Reasoned blind_or_draw(const View& v, int risk);
  Reasoned dodge(const Rules& rules, const View& v, int risk);
  Action gain(const View& v);
  Action aim(const View& v);
  Reasoned answer_window(const View& v);
  Reasoned place(const View& v);
  Reasoned bury(const View& v);
  bool likely(int percent) { return static_cast<int>(below(100)) < percent; }
  std::uint32_t below(int n) { return bounded(chance_, static_cast<std::uint32_t>(n)); }

  Stream chance_;
  Reason reason_;
};

}  // namespace nl
