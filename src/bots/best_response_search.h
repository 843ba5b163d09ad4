// Best-response search against a frozen bot, the target (bot name `hunt:BOT:TRIES`). In imagined
// worlds the target plays all other seats; only the searching seat has a tree. Beyond the tree the
// target plays every seat to the end. Worlds are weighted by the likelihood of the target's past
// play (past_worlds.h). If that is unknown, all worlds that fit the view are equally likely, and
// the others know the open cards.
#pragma once

#include <memory>
#include <vector>

#include "bots/bot.h"
#include "bots/past_worlds.h"
#include "engine/random.h"

namespace nl {

class BestResponseBot : public Bot {
 public:
  BestResponseBot(std::uint64_t seed, std::unique_ptr<Bot> target, int tries)
      : chance_(mix64(seed)), target_(std::move(target)), tries_(tries) {}

  void reseed(std::uint64_t seed) override {
    chance_ = Stream(mix64(seed));
    events_.clear();
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
  std::vector<Event> events_;  // since the game began, or empty
  SaidChances said_;
  Reason reason_;
};

// "net:400": a bot and a number of tries; the defaults are net and 400.
std::unique_ptr<Bot> make_best_response_bot(std::uint64_t seed, std::string_view target_and_tries);

}  // namespace nl
