// Game review: winning chances at every step, the cost of each move, and luck apart from skill.
// docs/play/coach.md explains the figures.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coach/account.h"
#include "coach/move_reason.h"
#include "game/film.h"

namespace nl {

// The critic if it was trained on the game, otherwise games played out by rule players.
Yardstick yardstick_for(const Rules& rules, int seats);

// Effort of a review: number of consistent worlds per decision, and of orders of the unseen pile
// cards.
struct Effort {
  int worlds = 0;
  int orders = 0;
};
Effort usual_effort(Yardstick yardstick);

enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };
// Threshold in points of a hundred; the loss must also exceed twice the standard error.
inline constexpr int kInaccuracy = 3;
inline constexpr int kMistake = 7;
inline constexpr int kBlunder = 15;

struct ReviewedAnswer {
  Action action{};
  std::string text{};     // as in the record
  std::int64_t wins = 0;  // the player's own chance after it
};

// A player's knowledge at a decision, and the verdict on the answer. Made from the player's view
// only: nothing here depends on a hidden card.
struct ReviewedChoice {
  Account chances{};                      // chances of all, before a strong player's answer
  std::vector<ReviewedAnswer> answers{};  // the best first
  std::size_t given = 0;                  // its rank among them
  std::int64_t loss = 0;                  // compared with the best
  std::int64_t error = 0;                 // … its standard error
  Account skill{};                        // the answer's effect on everybody
  Mark mark = Mark::None;
  MoveReason reason{};  // why the best answer is better, always in words
};

struct ReviewedStep {
  Seat seat = 0;
  std::string text{};  // as in the record
  Account table{};     // before it: all hands open, and the pile cards that anybody has looked at
  Account open{};      // before it: all cards open
  std::optional<ReviewedChoice> choice{};  // empty without a choice
  // The change of `table` by this step is the sum of these three.
  Account skill{};
  Account cards{};    // result of random outcomes, minus its expectation
  Account unknown{};  // the answer's effect beyond the player's knowledge
};

struct SeatAccount {
  std::int64_t share = 0;    // 1/n: everybody's start
  std::int64_t deal = 0;     // the hand and the first player
  std::int64_t skill = 0;    // the seat's own answers
  std::int64_t others = 0;   // the answers of the others
  std::int64_t cards = 0;    // luck: as above, from the first step on
  std::int64_t unknown = 0;  // luck: as above
  std::int64_t end = 0;      // a whole win or nothing; during a game the remaining chance

  std::int64_t luck() const { return deal + cards + unknown; }
  std::int64_t sum() const { return share + skill + others + luck(); }
};

struct GameReview {
  Yardstick yardstick = Yardstick::Critic;
  Effort effort{};
  int seats = 0;
  bool over = false;
  Account table{};  // after the last step
  std::vector<ReviewedStep> steps{};
  std::vector<SeatAccount> accounts{};  // by seat
  std::vector<std::size_t> moments{};   // the up to three steps with the largest changes, in order
};

// The step with the largest change of the chances.
struct TurningPoint {
  std::size_t step = 0;
  Account before{};
  Account after{};
};
// Without comparing other answers, so it is fast; empty before a step.
std::optional<TurningPoint> turning_point(const Film& film);

// Called after each step, with the total: a review takes seconds.
using ReviewProgress = std::function<void(std::size_t done, std::size_t of)>;

GameReview review_game(const Film& film, std::optional<Effort> effort = {},
                       const ReviewProgress& progress = {});

}  // namespace nl
