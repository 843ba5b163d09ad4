// Information-set Monte Carlo tree search (ISMCTS): imagined worlds are played through a tree whose
// nodes are observation histories, so that no seat uses hidden information (Cowling, Powley and
// Whitehouse 2012, with a tree for each seat). The rule player's answer is tried first.
#pragma once

#include <span>
#include <vector>

#include "bots/bot.h"
#include "bots/budget.h"
#include "bots/info_tree.h"
#include "engine/random.h"

namespace nl {

class SearchBot : public Bot {
 public:
  explicit SearchBot(std::uint64_t seed, Budget budget = {400, 0}, SearchStyle style = {})
      : chance_(mix64(seed)), budget_(budget), style_(style) {}

  void reseed(std::uint64_t seed) override { chance_ = Stream(mix64(seed)); }

  Action act(const Rules& rules, const View& v, Past) override;
  Reason reason() const override { return reason_; }
  // Candidates of the last answer; empty if it was forced.
  std::span<const Tried> tried() const { return tried_; }

 private:
  Stream chance_;
  Budget budget_;
  SearchStyle style_;
  Reason reason_;
  std::vector<Tried> tried_;
};

}  // namespace nl
