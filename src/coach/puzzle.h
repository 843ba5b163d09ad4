// Puzzle: a position with one clearly best answer, as a line of notation with the acting player's
// knowledge, the margin, and the bots that find it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/view.h"
#include "text/record.h"

namespace nl {

// One estimate of the shares of wins of the best two answers, in points of a hundred.
struct Proof {
  std::string way;  // foresight, ismcts, exact
  double best = 0;
  double next = 0;
};

// Share of a bot's tries that find the answer, in a hundred.
struct Finder {
  std::string bot;
  int percent = 0;
};

struct Puzzle {
  std::string game;  // "official", or a small game: "SSAF(1)"
  State world{};     // one of the consistent worlds
  Knowledge known{};
  Seat seat = 0;
  Action answer{};
  std::vector<Proof> proofs{};
  std::vector<Finder> finders{};
};

// The rules of the named game; empty if it is unknown.
std::optional<Rules> puzzle_rules(std::string_view game);

View view_of(const Puzzle& puzzle, const Rules& rules);

std::string puzzle_text(const Puzzle& puzzle);
// Empty if the line is invalid.
std::optional<Puzzle> parse_puzzle(std::string_view line);

// data/puzzles.txt, compiled in by cmake/embed_puzzles.cmake.
std::string_view puzzles_file();

// The embedded puzzles, in their order.
const std::vector<Puzzle>& all_puzzles();

// A different one each day, the same for everybody.
const Puzzle& puzzle_of_day(std::chrono::sys_days day);

// Minimum number of legal answers of a puzzle.
inline constexpr int kFewestAnswers = 3;

// Reason why the answer is the best: a sentence of lang/ and its values.
struct PuzzleReason {
  std::string key;  // ui/why_escape
  int percent = 0;
  bool in_words = false;  // a reason, not only a figure
};

// The rule player's reason if it gives the same answer; otherwise that the answer leaves the next
// kitten to somebody else, if it does; otherwise the figure of the first proof.
PuzzleReason reason_of(const Puzzle& puzzle, const Rules& rules, const View& v);

// From 1, easy, to 5: the fewer bots find it, the harder.
int difficulty(const Puzzle& puzzle);

}  // namespace nl
