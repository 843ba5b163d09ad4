// Record of a game as JSON Lines: complete, so that an independent program can check every step.
// This file reads and writes it; game/replay.h replays it.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/knowledge.h"
#include "engine/setup.h"
#include "text/rules_text.h"

namespace nl {

// ---- what a record says ---------------------------------------------------------------------

struct Header {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  Rules rules{};
  int seats = 0;
  int version = kRecordVersion;
};

struct Deal {
  Seat first = 0;
  std::vector<Counts> hands{};
  std::vector<Card> pile{};  // from the top
  Counts removed{};
};

// Replaces the deal by a constructed position, such as a puzzle's. The other seats' knowledge
// follows from the state.
struct StartPosition {
  State state{};
  Seat seat = 0;  // owner of this knowledge
  Knowledge known{};
};

// One random outcome. `pile` is the whole new pile from the top, after a shuffle.
struct Outcome {
  Chance what = Chance::Shuffle;
  std::vector<Card> pile{};
  Card card = kNoCard;
  Seat seat = kNoSeat;
};

struct Step {
  Seat seat = 0;
  std::string text{};  // "play favor", "forfeit", …
  std::optional<std::vector<std::string>> legal{};
};

struct StateLine {
  Json state{};
};

struct End {
  Seat winner = kNoSeat;
  std::vector<Seat> died{};
};

// A line of unknown kind: ignored and preserved.
struct OtherLine {
  Json json{};
};

using RecordLine =
    std::variant<Header, Deal, StartPosition, Step, Outcome, StateLine, End, OtherLine>;

// An invalid record line.
class RecordError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

RecordLine parse_record_line(std::string_view line);

// ---- writing --------------------------------------------------------------------------------

std::string record_text(const Header& header);
std::string record_text(const Deal& deal);
std::string record_text(const StartPosition& position);
std::string record_text(const Step& step);
std::string record_text(const Outcome& outcome);
std::string record_text(const StateLine& state);
std::string record_text(const End& end);

Json cards_json(const Counts& cards);
Deal deal_of(const Rules& rules, const State& s);
Json state_json(const State& s);

// All legal actions of a seat in words, sorted as text.
std::vector<std::string> legal_texts(const Rules& rules, const State& s, Seat seat);

// The initial state of a game with this deal.
template <class Sink>
State start_from(const Deal& deal, Sink& sink) {
  State s;
  for (std::size_t seat = 0; seat < deal.hands.size(); ++seat) s.hands[seat] = deal.hands[seat];
  for (auto card = deal.pile.rbegin(); card != deal.pile.rend(); ++card)
    s.pile[s.pile_size++] = *card;
  begin_game(s, static_cast<int>(deal.hands.size()), deal.first, sink);
  return s;
}

// Records every outcome of another source, in order.
template <RandomSource Inner>
class NotingSource {
 public:
  NotingSource(Inner& inner, const State& s) : inner_(inner), s_(s) {}

  void shuffle(Chance what, int number, Card* cards, int n) {
    inner_.shuffle(what, number, cards, n);
    if (what == Chance::Deal) return;
    Outcome outcome{.what = what};
    for (int place = 0; place < s_.pile_size; ++place) outcome.pile.push_back(s_.from_top(place));
    outcomes_.push_back(std::move(outcome));
  }
  Card card(Chance what, int number, const Counts& from, int n) {
    const Card card = inner_.card(what, number, from, n);
    outcomes_.push_back({.what = what, .card = card});
    return card;
  }
  Seat seat(Chance what, int number, SeatMask seats) {
    const Seat seat = inner_.seat(what, number, seats);
    if (what != Chance::First) outcomes_.push_back({.what = what, .seat = seat});
    return seat;
  }
  // The outcomes since the last call.
  std::vector<Outcome> take() { return std::exchange(outcomes_, {}); }

 private:
  Inner& inner_;
  const State& s_;
  std::vector<Outcome> outcomes_;
};

}  // namespace nl
