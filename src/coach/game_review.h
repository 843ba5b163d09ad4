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

// The critic where it was trained on the game, games played out by rule players elsewhere.
Yardstick yardstick_for(const Rules& rules, int seats);

// Effort of a review: worlds that a player could have been in, and orders of those cards of the
// pile that nobody has looked at.
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

// A player's knowledge at a decision, and its verdict on the answer. It is made from the
// player's view alone: nothing here depends on a card that the player could not see.
struct ReviewedChoice {
  Account chances{};                      // of everybody, where a strong player is about to answer
  std::vector<ReviewedAnswer> answers{};  // the best first
  std::size_t given = 0;                  // its place among them
  std::int64_t loss = 0;                  // against the best
  std::int64_t error = 0;                 // … its standard error
  Account skill{};                        // the answer's effect on everybody
  Mark mark = Mark::None;
  MoveReason reason{};  // why the best answer is better, always in words
};

struct ReviewedStep {
  Seat seat = 0;
  std::string text{};  // as in the record
  Account table{};     // before it: all hands open, the pile as far as anybody has looked at it
  Account open{};      // before it: all cards open
  std::optional<ReviewedChoice> choice{};  // none if there was nothing to choose
  // The change of `table` by this step is the sum of these three.
  Account skill{};
  Account cards{};    // result of chance and drawn cards, less its expectation
  Account unknown{};  // the answer's effect beyond what the player could know
};

struct SeatAccount {
  std::int64_t share = 0;    // 1/n: where everybody begins
  std::int64_t deal = 0;     // the hand and who begins
  std::int64_t skill = 0;    // the seat's own answers
  std::int64_t others = 0;   // the answers of the others
  std::int64_t cards = 0;    // luck: as above, from the first step on
  std::int64_t unknown = 0;  // luck: as above
  std::int64_t end = 0;      // a whole win or nothing; in mid-game the chance that is left

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
  std::vector<std::size_t> moments{};   // the steps that changed most, at most three, in order
};

// The step that changed the chances to win most.
struct TurningPoint {
  std::size_t step = 0;
  Account before{};
  Account after{};
};
// Without a look at what else could have been played, and so in a moment; nothing before a step.
std::optional<TurningPoint> turning_point(const Film& film);

// Told after each step, of all of them: a review takes seconds.
using ReviewProgress = std::function<void(std::size_t done, std::size_t of)>;

GameReview review_game(const Film& film, std::optional<Effort> effort = {},
                       const ReviewProgress& progress = {});

}  // namespace nl
