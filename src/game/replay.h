// Replay of a record through the engine, line by line, with the first difference to the rules.
#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"

namespace nl {

// Plays recorded outcomes in order. An impossible or missing one is a fault; the game continues
// with some possible outcome, so that the caller can inspect the fault.
class NotedOutcomes {
 public:
  NotedOutcomes(std::vector<Outcome> outcomes, const State& s)
      : outcomes_(std::move(outcomes)), s_(s) {}

  void shuffle(Chance what, int number, Card* cards, int n);
  Card card(Chance what, int number, const Counts& from, int n);
  Seat seat(Chance what, int number, SeatMask seats);

  // The error, or empty; unused outcomes are errors, too. `lone_nope` is the seat of a single
  // counted Nope, which a record may note without a draw.
  std::string fault(Seat lone_nope) const;
  // Number of the faulty outcome, counted from 1: the last used one, or the first unused one.
  std::size_t at_fault() const { return fault_.empty() ? used_ + 1 : used_; }

 private:
  const Outcome* next(Chance what);
  void wrong(std::string why);

  std::vector<Outcome> outcomes_;
  const State& s_;
  std::size_t used_ = 0;
  std::string fault_;
};

// A difference between a record and the rules: the line and the reason.
struct Difference {
  int line = 0;
  std::string reason;
};

// Takes a game's lines one after another. Calls `tell` with each event.
class Replay {
 public:
  using Tell = std::function<void(const Event&, const Replay&)>;

  explicit Replay(Tell tell = {}) : tell_(std::move(tell)) {}

  // Feeds the next line; a step is played when the line after its outcomes comes, or at finish().
  std::optional<Difference> feed(int line, const RecordLine& content);
  std::optional<Difference> finish();

  const Header& header() const { return header_; }
  bool dealt() const { return game_.has_value(); }
  // After the deal. `tell` gets an event before these have moved on.
  const GameSoFar& game() const { return *game_; }
  const State& state() const;
  // Lines so far of kinds that the rules don't know.
  const std::vector<OtherLine>& others() const { return others_; }

 private:
  std::optional<Difference> begin(int line, const Header& header);
  std::optional<Difference> deal(int line, const Deal& deal);
  std::optional<Difference> begin_at(int line, const StartPosition& position);
  std::optional<Difference> step(int line, const Step& step);
  std::optional<Difference> outcome(int line, const Outcome& outcome);
  std::optional<Difference> check_state(int line, const Json& state);
  std::optional<Difference> end(int line, const End& end);
  std::optional<Difference> play_waiting_step();
  std::string why_not(const Step& step) const;
  EventListener listener() const;

  Tell tell_;
  Header header_;
  std::optional<GameSoFar> game_;
  bool begun_ = false;
  bool ended_ = false;
  std::vector<OtherLine> others_;
  std::optional<Accepted> waiting_;
  int waiting_line_ = 0;
  int stated_ = -1;  // the last step whose state was checked
  std::vector<Outcome> outcomes_;
  std::vector<int> outcome_lines_;
};

// Reads any number of concatenated games. Stops at the first invalid line (RecordError, with its
// number in front) and reports the first difference of each game.
struct ReplayTotals {
  int games = 0;
  int lines = 0;
};
ReplayTotals replay_all(std::istream& in, const Replay::Tell& tell,
                        const std::function<void(const Difference&)>& differs);

}  // namespace nl
