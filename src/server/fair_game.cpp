#include "server/fair_game.h"

#include <cstring>
#include <stdexcept>

#include "fair/fair_line.h"
#include "table/table_line.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t place_of(Seat viewer) {
  return viewer < kMaxSeats ? std::size_t{viewer} : std::size_t{kMaxSeats};
}

// Who has yet to answer in a window is not part of anybody's question.
Play without_answers(Play play) {
  play.waiting = 0;
  play.committed = 0;
  return play;
}

template <class Value>
bool same_bytes(const Value& a, const Value& b) {
  static_assert(std::has_unique_object_representations_v<Value>);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::string seats_line(const FairGameSetup& setup) {
  TableSetup table;
  table.seats = setup.seats;
  return table_line(table);
}

}  // namespace

struct FairGame::Sink {
  static constexpr bool kListens = true;
  FairGame* game;
  void operator()(const Event& event) { game->tell(event); }
};

FairGame::FairGame(FairGameSetup setup, FairDeal deal)
    : setup_(std::move(setup)), deal_(std::move(deal)), random_(deal_) {
  const int seats = static_cast<int>(setup_.seats.size());
  if (seats > kMaxSeats || check_rules(setup_.rules, seats) != RulesFault::None) {
    throw std::invalid_argument("no game can be dealt with these rules and seats");
  }
  for (Seat seat = 0; seat < seats; ++seat) known_[seat] = Knowledge(seat, seats);
  known_[kMaxSeats] = Knowledge(kWatcher, seats);
  const std::string& header = setup_.header_line;
  record_.push_back(header.empty() ? record_text(setup_.header()) : header);
  record_.push_back(seats_line(setup_));
  Sink sink{this};
  state_ = new_game(setup_.rules, seats, random_, sink);
  record_.push_back(record_text(deal_of(setup_.rules, state_)));
  number_questions(kNoSeat, std::vector<Posed>(setup_.seats.size()));
}

void FairGame::tell(const Event& event) {
  if (event.kind == EventKind::Died) died_.push_back(event.seat);
  const auto tell_one = [&](Seat viewer) {
    const Event shown = redact(event, viewer);
    if (shown.kind == EventKind::None) return;
    known_[place_of(viewer)].fold(shown);
    events_[place_of(viewer)].push_back(shown);
  };
  for (Seat seat = 0; seat < setup_.seats.size(); ++seat) tell_one(seat);
  tell_one(kWatcher);
}

View FairGame::view(Seat viewer) const {
  return nl::view(setup_.rules, state_, known_[place_of(viewer)], viewer);
}

std::span<const Event> FairGame::events(Seat viewer) const { return events_[place_of(viewer)]; }

// ---- questions and their numbers ----------------------------------------------------------------

FairGame::Posed FairGame::posed_to(Seat seat) const {
  if (!holds(actors(state_), seat)) return {};
  return {true, state_.top(), without_answers(state_.play), legal(setup_.rules, state_, seat)};
}

void FairGame::number_questions(Seat actor, std::span<const Posed> before) {
  for (Seat seat = 0; seat < before.size(); ++seat) {
    const Posed now = posed_to(seat);
    const Posed& then = before[seat];
    const bool same = seat != actor && then.asked && same_bytes(now.frame, then.frame) &&
                      same_bytes(now.play, then.play) && now.legal == then.legal;
    if (now.asked && !same) ++decisions_[seat];
  }
}

// ---- answers ------------------------------------------------------------------------------------

std::optional<Refused> FairGame::refusal(Seat seat, Action action, Decision decision) const {
  const bool nope = action.verb() == Verb::Nope;
  if (seat >= state_.seats) return Refused{.why = Refusal::Watching};
  if (over()) return Refused{.why = nope ? Refusal::LateNope : Refusal::GameOver};
  if (!state_.living(seat)) return Refused{.why = Refusal::OutOfGame};
  const bool stale = decision != decisions_[seat];
  if (stale) return Refused{.why = nope ? Refusal::LateNope : Refusal::Stale};
  if (!holds(actors(state_), seat)) {
    return Refused{.why = nope ? Refusal::LateNope : Refusal::NotYourTurn};
  }
  if (!legal(setup_.rules, state_, seat).has(action)) {
    return why_not_legal(setup_.rules, view(seat), action);
  }
  return std::nullopt;
}

template <class Change>
void FairGame::change(Seat actor, const std::string& step, Change apply_change) {
  std::vector<Posed> before;
  for (Seat seat = 0; seat < state_.seats; ++seat) before.push_back(posed_to(seat));
  NotingSource noting(random_, state_);
  Sink sink{this};
  record_.push_back(record_text(Step{.seat = actor, .text = step}));
  apply_change(noting, sink);
  for (const Outcome& outcome : noting.take()) record_.push_back(record_text(outcome));
  if (over()) {
    record_.push_back(record_text(End{winner(), died_}));
    record_.push_back(record_text(deal_));
  }
  number_questions(actor, before);
}

std::optional<Refused> FairGame::submit(Seat seat, Action action, Decision decision) {
  if (const auto refused = refusal(seat, action, decision)) return refused;
  change(seat, text_of(seat, action), [&](auto& random, auto& sink) {
    apply_legal(setup_.rules, state_, seat, action, random, sink);
  });
  return std::nullopt;
}

std::optional<Refused> FairGame::forfeit(Seat seat) {
  if (seat >= state_.seats) return Refused{.why = Refusal::Watching};
  if (over()) return Refused{.why = Refusal::GameOver};
  if (!state_.living(seat)) return Refused{.why = Refusal::OutOfGame};
  change(seat, "forfeit",
         [&](auto& random, auto& sink) { nl::forfeit(setup_.rules, state_, seat, random, sink); });
  return std::nullopt;
}

void FairGame::expire() {
  while (phase() == Phase::Window) {
    const Seat seat = next_asked();
    submit(seat, word(Verb::Pass), decisions_[seat]);
  }
}

}  // namespace nl
