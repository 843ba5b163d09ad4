// Puzzle generator: positions of strong games where two different searches with large budgets find
// the same clearly best answer, and positions of small games by exact solution.
#pragma once

#include <cstdint>
#include <functional>

#include "coach/puzzle.h"

namespace nl {

// "Clearly": the second best answer wins less by this much under every estimate, and by this many
// standard errors if there is an error.
inline constexpr double kClearly = 0.05;
inline constexpr double kClearErrors = 3;

using PuzzleSink = std::function<void(const Puzzle&)>;

// A puzzle has at least kFewestAnswers answers and a reason in words, so that it can be worked out.

// `count` puzzles from games of the trained players, two to five at the table in turn. The same
// seed makes the same puzzles.
void make_puzzles(int count, std::uint64_t seed, const PuzzleSink& sink);

// At most `count` puzzles from a small game.
void make_exact_puzzles(std::string_view game, int count, std::uint64_t seed,
                        const PuzzleSink& sink);

// True if both searches still find the answer clearly best; `worlds` and `tries` are their budgets.
std::vector<Proof> proofs_of(const Rules& rules, const View& v, Action answer, int worlds,
                             int tries, std::uint64_t seed);

}  // namespace nl
