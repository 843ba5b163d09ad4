// Search tree over information sets: a node is what a seat has been told, its branches are
// the answers tried there.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "bots/tried.h"

namespace nl {

struct SearchStyle {
  double explore = 0.7;
  double trust = 0.8;  // share of the first guess that goes to the expected answer
  double doubt = 0;    // tries that went as the node's others did, before any of its own
};

struct Branch {
  Action action;
  int visits = 0;
  int available = 0;  // number of times that it could be chosen
  double wins = 0;
  double guess = 0;  // the share of tries that it gets before anything is known
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

  // Mean win of a branch, plus a bonus if it was tried less than it should be.
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
