// Pool of bots: each is created once, lent to one thread at a time, and reseeded for every answer.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bots/bot.h"

namespace nl::capi {

using Opponents = std::vector<std::unique_ptr<Bot>>;

inline bool somebody_remembers(const Opponents& bots, const Rules& rules) {
  return std::any_of(bots.begin(), bots.end(),
                     [&](const auto& bot) { return bot->remembers(rules); });
}

class BotPool {
 public:
  explicit BotPool(std::vector<std::string> names) : names_(std::move(names)) {}

  // Returned on destruction.
  class Lent {
   public:
    Lent(BotPool& pool, Opponents bots) : pool_(pool), bots_(std::move(bots)) {}
    ~Lent() { pool_.take_back(std::move(bots_)); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    Opponents& operator*() const { return bots_; }

   private:
    BotPool& pool_;
    mutable Opponents bots_;
  };

  Lent lend() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return {*this, made()};
    Opponents bots = std::move(idle_.back());
    idle_.pop_back();
    return {*this, std::move(bots)};
  }

 private:
  Opponents made() const {
    Opponents bots;
    for (const std::string& name : names_) bots.push_back(make_bot(name, 0));
    return bots;
  }
  void take_back(Opponents bots) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(bots));
  }

  std::vector<std::string> names_;
  std::mutex mutex_;
  std::vector<Opponents> idle_;
};

}  // namespace nl::capi
