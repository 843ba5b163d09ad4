// The running game of a network room. It answers to the names of Table, but its chance is the fair
// one by type: there is no other way to a game here than a complete ceremony. It has no clock of
// its own and no bots; the room has both.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fair/fair_source.h"
#include "store/state_hash.h"
#include "table/table.h"
#include "text/notation.h"

namespace nl {

struct FairGameSetup {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  Rules rules = make_rules(kDefaultPreset);
  std::vector<SeatSetup> seats{};
  std::string header_line{};  // the record's first line; empty: as this version writes it

  Header header() const { return {preset, expansions, rules, static_cast<int>(seats.size())}; }
};

class FairGame {
 public:
  FairGame(FairGameSetup setup, FairDeal deal);

  const Rules& rules() const { return setup_.rules; }
  int seats() const { return state_.seats; }
  bool over() const { return state_.over(); }
  Seat winner() const { return nl::winner(state_); }
  SeatMask alive() const { return state_.alive; }
  Phase phase() const { return state_.top().phase; }
  int nopes() const { return state_.play.nopes; }
  SeatMask asked() const { return actors(state_); }
  Seat next_asked() const { return next_actor(state_); }
  Decision decision(Seat seat) const { return decisions_[seat]; }

  // Why an answer can't be taken; nothing where it can.
  std::optional<Refused> refusal(Seat seat, Action action, Decision decision) const;
  // Takes an answer, or says why not and changes nothing.
  std::optional<Refused> submit(Seat seat, Action action, Decision decision);
  std::optional<Refused> forfeit(Seat seat);
  // The window's time is up: all who have not answered pass.
  void expire();

  View view(Seat viewer) const;
  // All that happened, redacted for that viewer. Its number is the place in the list, from 1.
  std::span<const Event> events(Seat viewer) const;

  // How an answer is written, and what a text says to the open question.
  std::string text_of(Seat seat, Action action) const { return action_text(state_, seat, action); }
  std::optional<Action> action_of(Seat seat, std::string_view text) const {
    return parse_action(state_, seat, text);
  }

  // Header, seats, deal, steps and outcomes; when it is over its end and the seeds.
  const std::vector<std::string>& record() const { return record_; }
  const std::vector<Seat>& died() const { return died_; }
  StateHash hash() const { return state_hash(state_); }

 private:
  struct Sink;
  // What a question is to one seat: equal as long as the same answers mean the same.
  struct Posed {
    bool asked = false;
    Frame frame{};
    Play play{};
    ActionSet legal{};
  };

  void tell(const Event& event);
  Posed posed_to(Seat seat) const;
  template <class Change>
  void change(Seat actor, const std::string& step, Change apply_change);
  void number_questions(Seat actor, std::span<const Posed> before);

  FairGameSetup setup_;
  FairDeal deal_;
  FairSource random_;
  State state_;
  std::array<Knowledge, kMaxSeats + 1> known_{};  // the last is the watcher's
  std::array<std::vector<Event>, kMaxSeats + 1> events_{};
  std::array<Decision, kMaxSeats> decisions_{};
  std::vector<std::string> record_;
  std::vector<Seat> died_;
};

}  // namespace nl
