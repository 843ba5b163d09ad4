// A best response by search. Everybody else is a bot whose policy is frozen and may be asked, the
// target: in imagined worlds the others answer as it would, and the tree is the hunter's alone.
// What the tree does not reach is played to the end by the target for everybody. Worlds are weighed
// by how likely the target would have played so (past_worlds.h); where that can't be said they are
// dealt evenly among those that fit the view, and the others know what lies open.
#pragma once

#include <memory>
#include <vector>

#include "bots/bot.h"
#include "bots/past_worlds.h"
#include "engine/random.h"

namespace nl {

class HuntBot : public Bot {
 public:
  HuntBot(std::uint64_t seed, std::unique_ptr<Bot> target, int tries)
      : chance_(mix64(seed)), target_(std::move(target)), tries_(tries) {}

  void begin_anew(std::uint64_t seed) override {
    chance_ = Stream(mix64(seed));
    told_.clear();
    said_.clear();
  }

  Action act(const Rules& rules, const View& v, Past past) override;
  bool knows(const Rules& rules) const override { return target_->knows(rules); }
  bool remembers(const Rules&) const override { return true; }
  Reason reason() const override { return reason_; }

 private:
  void listen(Past past);

  Stream chance_;
  std::unique_ptr<Bot> target_;
  int tries_;
  std::vector<Event> told_;  // since the game began, or nothing
  SaidChances said_;
  Reason reason_;
};

// "net:400": a bot and how many tries; either may be left out, and then it is net, or 400.
std::unique_ptr<Bot> make_hunter(std::uint64_t seed, std::string_view target_and_tries);

}  // namespace nl
