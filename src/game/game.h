// Running game: position, events for each viewer, open questions and record. Table, network room,
// replay and record makers all use it. It knows no names, bots, screens, sockets or clocks.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/view.h"
#include "game/chance_source.h"
#include "game/move.h"
#include "game/questions.h"
#include "game/record_writer.h"
#include "game/refused.h"
#include "game/viewers.h"
#include "text/record.h"

namespace nl {

// A move that a game has checked. Only Game creates one, so legality is checked once; it is valid
// until that game moves on.
class Accepted {
 public:
  const Move& move() const { return move_; }

 private:
  friend class GameSoFar;
  Accepted(const Move& move, int step) : move_(move), step_(step) {}

  Move move_;
  [[maybe_unused]] int step_;  // for an assert
};

using Verdict = std::variant<Accepted, Refused>;
using EventListener = std::function<void(const Event&)>;

// A game so far, read-only. The next step needs a random source; most callers want Game below,
// which has one.
class GameSoFar {
 public:
  // Deals. Throws if these rules and seats allow no game. `first` begins; without it the rules
  // decide. Without a writer there is no record.
  template <RandomSource Random>
  GameSoFar(const Header& header, Random& random, std::optional<RecordWriter> writer = {},
            Seat first = kNoSeat)
      : GameSoFar(header, std::move(writer)) {
    ChanceFrom chance(random);
    deal(chance, first);
  }
  // Begins with given cards. The listener gets every event, secrets included.
  GameSoFar(const Header& header, const Deal& deal, const EventListener& listener = {});
  // Begins in a position that position_fault.h accepts.
  GameSoFar(const Header& header, const StartPosition& position,
            const EventListener& listener = {});

  const Header& header() const { return header_; }
  const Rules& rules() const { return header_.rules; }
  int seats() const { return header_.seats; }

  // ---- open questions -----------------------------------------------------------------------

  bool over() const { return state_.over(); }
  Seat winner() const { return nl::winner(state_); }
  SeatMask alive() const { return state_.alive; }
  Phase phase() const { return state_.top().phase; }
  int nopes() const { return state_.play.nopes; }  // on the open play
  // Seats that may act, and the next one in turn-based play. Only for the driver of the game: no
  // viewer may know who has yet to answer in a window.
  SeatMask acting_seats() const { return actors(state_); }
  Seat next_asked() const { return next_actor(state_); }
  Decision decision(Seat seat) const { return questions_.number(seat); }
  const ActionSet& legal(Seat seat) const { return questions_.legal(seat); }
  int steps() const { return steps_; }  // moves so far

  // Text of an answer.
  std::string text_of(Seat seat, Action action) const { return action_text(state_, seat, action); }

  // ---- what can be taken --------------------------------------------------------------------

  // Checks lateness first: the meaning of a text depends on the question.
  Verdict judge(Seat seat, Action action, Decision decision) const;
  Verdict judge(Seat seat, std::string_view text, Decision decision) const;
  // An answer to the open question.
  Verdict judge(Seat seat, Action action) const { return judge(seat, action, open_to(seat)); }
  Verdict judge(Seat seat, std::string_view text) const { return judge(seat, text, open_to(seat)); }
  Verdict judge_forfeit(Seat seat) const;

  // ---- what a viewer (a seat or kWatcher) gets ------------------------------------------------

  View view(Seat viewer) const;
  std::span<const Event> events(Seat viewer) const { return viewers_.events(viewer); }
  const std::vector<Seat>& died() const { return viewers_.died(); }

  // ---- the record ---------------------------------------------------------------------------

  // Opening lines, deal, steps and outcomes, end: one line each, as they happen.
  const std::vector<std::string>& record() const;
  // A line that the rules ignore.
  void note(std::string line);
  // Continues the record after these lines, which describe the game so far.
  void write_behind(std::vector<std::string> lines) { writer_.emplace(std::move(lines)); }
  // Random outcomes of the last step.
  const std::vector<Outcome>& outcomes() const { return outcomes_; }

  // ---- what comes next ----------------------------------------------------------------------

  // The listener gets every event, secrets included.
  void take(const Accepted& accepted, ChanceSource& chance, const EventListener& listener = {});

 private:
  friend class OpenCards;

  GameSoFar(const Header& header, std::optional<RecordWriter> writer);
  void deal(ChanceSource& chance, Seat first);
  void begin();
  void step_ends(Seat actor);
  Decision open_to(Seat seat) const { return seat < seats() ? decision(seat) : 0; }
  std::optional<Refusal> why_not_now(Seat seat, bool nope, Decision decision) const;
  Verdict judge_legality(Seat seat, Action action) const;

  Header header_;
  State state_;
  Viewers viewers_;
  Questions questions_;
  std::optional<RecordWriter> writer_;
  std::vector<Outcome> outcomes_;
  int steps_ = 0;
};

// … and its random source: live, seeded, or fair, by type.
template <RandomSource Random>
class Game : public GameSoFar {
 public:
  Game(const Header& header, Random random, std::optional<RecordWriter> writer = {},
       Seat first = kNoSeat)
      : GameSoFar(header, random, std::move(writer), first), random_(std::move(random)) {}
  // Continues a game that was played with another source until now.
  Game(GameSoFar so_far, Random random)
      : GameSoFar(std::move(so_far)), random_(std::move(random)) {}

  void take(const Accepted& accepted) {
    ChanceFrom chance(random_);
    GameSoFar::take(accepted, chance);
  }
  // Applies an answer, or returns the reason for refusing it and changes nothing.
  std::optional<Refused> submit(Seat seat, Action action, Decision decision) {
    return take_if(judge(seat, action, decision));
  }
  std::optional<Refused> forfeit(Seat seat) { return take_if(judge_forfeit(seat)); }
  // The window's time is up: all who have not answered pass. A secret Nope counts now, and opens
  // the window again for everybody.
  void expire() {
    const int before = nopes();
    while (phase() == Phase::Window && nopes() == before) {
      take_if(judge(next_asked(), word(Verb::Pass)));
    }
  }

 private:
  std::optional<Refused> take_if(const Verdict& verdict) {
    if (const auto* refused = std::get_if<Refused>(&verdict)) return *refused;
    take(std::get<Accepted>(verdict));
    return std::nullopt;
  }

  Random random_;
};

}  // namespace nl
