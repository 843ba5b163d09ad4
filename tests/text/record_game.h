// Fixture of a random game with its record and its true last state, to test a record's reader. It
// answers windows as they arrive, and now and then a seat leaves: more than random_record() does.
#pragma once

#include <string>
#include <vector>

#include "engine/random_play.h"
#include "text/notation.h"
#include "text/record.h"

namespace nl {

struct RecordedGame {
  std::vector<std::string> lines;
  State last{};
};

struct DeathNotes {
  static constexpr bool kListens = true;
  std::vector<Seat> died{};
  void operator()(const Event& event) {
    if (event.kind == EventKind::Died) died.push_back(event.seat);
  }
};

inline Header header_of(const GameKind& kind) {
  return {kind.preset, kind.expansions, kind.rules, kind.seats};
}

// With `open`, every action has its list of legal ones and the state after it.
inline RecordedGame record_game(const GameKind& kind, std::uint64_t number, bool open) {
  SeededSource seeded(31, number);
  Dice dice(number);
  DeathNotes notes;
  State s = new_game(kind.rules, kind.seats, seeded, notes);
  NotingSource noting(seeded, s);
  RecordedGame game{{record_text(header_of(kind)), record_text(deal_of(kind.rules, s))}};
  while (!s.over()) {
    Step step;
    if (number % 4 == 3 && dice.once_in(60)) {
      step = {.seat = dice.seat(s.alive), .text = "forfeit"};
      forfeit(kind.rules, s, step.seat, noting, notes);
    } else {
      step.seat = dice.seat(actors(s));
      const Action action = dice.action(legal(kind.rules, s, step.seat));
      step.text = action_text(s, step.seat, action);
      if (open) step.legal = legal_texts(kind.rules, s, step.seat);
      apply(kind.rules, s, step.seat, action, noting, notes);
    }
    game.lines.push_back(record_text(step));
    for (const Outcome& outcome : noting.take()) game.lines.push_back(record_text(outcome));
    if (open) game.lines.push_back(record_text(StateLine{state_json(s)}));
  }
  game.lines.push_back(record_text(End{winner(s), notes.died}));
  game.last = s;
  return game;
}

}  // namespace nl
