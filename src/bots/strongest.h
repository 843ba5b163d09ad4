// The level "hard": the learned player in the box that it was trained on, search where there are
// cards that it never met.
#pragma once

#include "bots/ismcts.h"
#include "bots/net.h"

namespace nl {

class StrongestBot : public Bot {
 public:
  explicit StrongestBot(std::uint64_t seed) : learned_(seed), searching_(seed) {}

  Action act(const Rules& rules, const View& v) override {
    asked_ = &in_box(rules);
    return asked_->act(rules, v);
  }
  std::vector<Weighed> chances(const Rules& rules, const View& v) override {
    return in_box(rules).chances(rules, v);
  }
  Reason reason() const override { return asked_->reason(); }

 private:
  Bot& in_box(const Rules& rules) {
    if (net_knows(policy_network(), rules)) return learned_;
    return searching_;
  }

  NetBot learned_;
  SearchBot searching_;
  Bot* asked_ = &learned_;
};

}  // namespace nl
