// Two-player game in sequence form. A sequence is an information set and one of its actions; a
// player's actions up to any moment end in one sequence. Payoffs depend on pairs of sequences, so
// that the tree itself need not be stored.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "engine/encode.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "engine/view.h"

namespace nl {

// Observations and actions of a seat, at a choice between two actions or more.
struct InfoSet {
  std::uint32_t parent = 0;  // the seat's own sequence that leads here
  std::uint32_t first = 0;   // its sequences: first, first + 1, …
  std::uint32_t actions = 0;
};

// Sequence 0 is empty. An information set comes after those that lead to it.
struct SequenceTree {
  std::vector<InfoSet> sets;
  std::uint32_t sequences = 1;
};

// A seat's tree during the walk of the game. The key of an information set is the seat's last
// sequence and a hash of its observations since.
class SequenceIndex {
 public:
  // First sequence of the information set; calls `added` if it is new.
  template <class Added>
  std::uint32_t first(std::uint64_t told, std::uint32_t parent, int actions, Added added) {
    const auto [found, is_new] = firsts_.try_emplace({told, parent}, tree_.sequences);
    if (is_new) {
      tree_.sets.push_back({parent, tree_.sequences, static_cast<std::uint32_t>(actions)});
      tree_.sequences += static_cast<std::uint32_t>(actions);
      added();
    }
    return found->second;
  }
  const SequenceTree& tree() const { return tree_; }

 private:
  struct Key {
    std::uint64_t told;
    std::uint32_t parent;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return mix64(key.told ^ key.parent); }
  };

  SequenceTree tree_;
  std::unordered_map<Key, std::uint32_t, KeyHash> firsts_;
};

// End of a game after sequence `zero` of seat 0, `one` of seat 1, and chance: the probability of
// that chance, positive if seat 0 has won and negative if seat 1 has.
struct Payoff {
  std::uint32_t zero = 0;
  std::uint32_t one = 0;
  float gain = 0;
};

struct SequenceGame {
  std::array<SequenceTree, 2> trees;
  std::vector<Payoff> payoffs;
};

// Called once for each information set, in order, with the seat's observation and memory.
using InfoSetVisitor = std::function<void(const View& v, Past past)>;

// Plays every course of the game that chance and the players allow, through the engine.
SequenceGame sequence_game(const Rules& rules, const InfoSetVisitor& visit = {});

}  // namespace nl
