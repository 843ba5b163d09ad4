// Two-player game in sequence form. A sequence is an information set and one of its actions; a
// player's actions up to any moment end in one sequence. Payoffs depend on pairs of sequences, so
// that the tree itself need not be stored.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/encode.h"
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
