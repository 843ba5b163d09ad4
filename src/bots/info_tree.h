// Search tree over information sets: a node is a seat's observation history, its branches are the
// answers tried there.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "bots/tried.h"

namespace nl {

struct SearchStyle {
  double explore = 0.7;
  double trust = 0.8;  // share of the prior for the expected answer
  double doubt = 0;    // prior weight of the node's mean, in tries
};

struct Branch {
  Action action;
  int visits = 0;
  int available = 0;  // number of times that it was available
  double wins = 0;
  double guess = 0;  // its share of the tries in the beginning
};

struct Node {
  std::vector<Branch> branches{};
  int visits = 0;
  double wins = 0;

  Branch& branch(Action action) {
    for (Branch& branch : branches) {
      if (branch.action == action) return branch;
    }
    return branches.emplace_back(Branch{action});
  }

  // Mean win of a branch, plus an exploration bonus.
  double promise(const Branch& branch, const SearchStyle& style) const {
    const double usual = visits > 0 ? wins / visits : 0.5;
    const double tries = branch.visits + style.doubt;
    const double mean = tries > 0 ? (branch.wins + style.doubt * usual) / tries : 0.5;
    const double urge = style.explore * branch.guess * std::sqrt(branch.available + 1.0);
    return mean + urge / (1 + branch.visits);
  }

  void learn(Action action, bool won) {
    Branch& tried = branch(action);
    ++visits;
    ++tried.visits;
    if (!won) return;
    ++wins;
    ++tried.wins;
  }

  std::vector<Tried> tried() const {
    std::vector<Tried> all;
    for (const Branch& one : branches) all.push_back({one.action, one.visits, one.wins});
    return all;
  }
};

inline const Tried& most_tried(std::span<const Tried> tried) {
  return *std::max_element(tried.begin(), tried.end(),
                           [](const Tried& a, const Tried& b) { return a.games < b.games; });
}

}  // namespace nl
