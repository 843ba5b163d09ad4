#include "bots/net_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "bots/draw_alike.h"
#include "bots/worth.h"
#include "engine/encode.h"
#include "engine/game.h"

namespace nl {
namespace {

constexpr int kLongestGame = 400;

struct Branch {
  Weighed prior;
  int visits = 0;
  double wins = 0;

  double mean(double otherwise) const { return visits > 0 ? wins / visits : otherwise; }
};

struct Node {
  std::vector<Branch> branches;
  int visits = 0;
  double wins = 0;

  double mean() const { return visits > 0 ? wins / visits : 0.5; }
};

struct Step {
  Node* node;
  std::size_t branch;
  Seat seat;
};

// All that the policy goes by, as one number.
std::uint64_t key_of(const Rules& rules, const View& v, Past past) {
  HistoryObservation seen;
  encode(rules, v, past, seen);
  const auto* const bytes = reinterpret_cast<const char*>(&seen);
  std::uint64_t key = v.viewer;
  for (std::size_t i = 0; i < sizeof seen; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min<std::size_t>(8, sizeof seen - i));
    key = mix64(key + word + 0x9E3779B97F4A7C15u);
  }
  return key;
}

class TreeSearch {
 public:
  TreeSearch(const Rules& rules, const View& v, Past past, const NetTreeStyle& style,
             Stream& chance)
      : rules_(rules),
        me_(v.viewer),
        style_(style),
        chance_(chance),
        root_(key_of(rules, v, past)) {
    expand(nodes_[root_], v, past);
  }

  const Node& root() { return nodes_[root_]; }

  void try_once(const Imagined& imagined) {
    State world = imagined.world;
    Minds minds = imagined.minds;
    SeededSource random(std::uint64_t{chance_()} << 32 | chance_(), 0);
    path_.clear();
    Seat seat = me_;  // somebody else may be asked before in a window
    for (int i = 0; i < kLongestGame && !world.over(); ++i) {
      const ActionSet answers = legal(rules_, world, seat);
      Action answer = answers.nth(0);
      if (answers.size() > 1) {
        const View seen = view(rules_, world, minds.known(seat), seat, answers);
        const bool searches = seat == me_ || style_.others_search;
        Node& node = nodes_[i == 0 ? root_ : key_of(rules_, seen, minds.past(seat))];
        const bool is_new = node.branches.empty();
        if (is_new) expand(node, seen, minds.past(seat));
        if (is_new && searches && style_.until == Until::AskedAgain) {
          return learn(critic_chances(rules_, world, seen));
        }
        if (searches && !is_new && !left_tree_) {
          const std::size_t chosen = select(node);
          path_.push_back({&node, chosen, seat});
          answer = node.branches[chosen].prior.action;
        } else {
          if (searches) left_tree_ = true;
          answer = by_prior(node);
        }
      }
      apply_legal(rules_, world, seat, answer, random, minds);
      if (!world.over()) seat = next_actor(world);
    }
    Chances won{};
    if (world.over()) won[winner(world)] = 1;
    learn(won);
  }

 private:
  void expand(Node& node, const View& seen, Past past) {
    for (const Weighed& choice : weigh(net_network(), rules_, seen, past)) {
      node.branches.push_back({choice});
    }
  }

  Action by_prior(const Node& node) {
    double left = chance_() / 4294967296.0;
    for (const Branch& branch : node.branches) {
      if (left < branch.prior.chance) return branch.prior.action;
      left -= branch.prior.chance;
    }
    return node.branches.back().prior.action;
  }

  std::size_t select(const Node& node) const {
    std::size_t best = 0;
    double most = -1;
    const double urge = style_.explore * std::sqrt(node.visits + 1.0);
    const double alike = style_.curious / static_cast<double>(node.branches.size());
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
      const Branch& branch = node.branches[i];
      const double prior = alike + (1 - style_.curious) * branch.prior.chance;
      const double score = branch.mean(node.mean()) + urge * prior / (1 + branch.visits);
      if (score <= most) continue;
      most = score;
      best = i;
    }
    return best;
  }

  void learn(const Chances& chances) {
    left_tree_ = false;
    for (const Step& step : path_) {
      Branch& branch = step.node->branches[step.branch];
      ++step.node->visits;
      ++branch.visits;
      step.node->wins += chances[step.seat];
      branch.wins += chances[step.seat];
    }
  }

  const Rules& rules_;
  Seat me_;
  const NetTreeStyle& style_;
  Stream& chance_;
  std::uint64_t root_;
  std::unordered_map<std::uint64_t, Node> nodes_;  // whose nodes stay where they are
  std::vector<Step> path_;
  bool left_tree_ = false;
};

// The root's chances, bent by what was found.
std::vector<Weighed> bent(const Node& root, double temperature) {
  std::vector<Weighed> choices;
  double sum = 0;
  int most = 0;
  for (const Branch& branch : root.branches) most = std::max(most, branch.visits);
  for (const Branch& branch : root.branches) {
    choices.push_back(branch.prior);
    if (temperature == 0) {
      choices.back().chance = branch.visits == most ? 1 : 0;
    } else {
      // What was never tried is as good as what was found on average.
      const double gain = branch.mean(root.mean()) - root.mean();
      choices.back().chance *= std::exp(gain / temperature);
    }
    sum += choices.back().chance;
  }
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

}  // namespace

Action NetTreeBot::act(const Rules& rules, const View& v, Past past) {
  assert(!v.legal.empty());
  if (v.legal.size() == 1) return v.legal.nth(0);
  const std::vector<Weighed> choices = weigh(net_network(), rules, v, past);
  return draw_alike(choices, look(rules, v, past), chance_, looks_).action;
}

std::vector<Weighed> NetTreeBot::look(const Rules& rules, const View& v, Past past) {
  constexpr double kGoldenStep = 0.6180339887498949;
  TreeSearch search(rules, v, past, style_, looks_);
  const BudgetClock clock(budget_);
  const Worlds worlds(rules, v, past, net_network(), style_.belief, looks_);
  double lot = looks_() / 4294967296.0;
  for (int done = 0; clock.more(done); ++done) {
    lot += kGoldenStep;
    lot -= std::floor(lot);
    search.try_once(worlds.pick(lot));
  }
  return bent(search.root(), style_.temperature);
}

}  // namespace nl
