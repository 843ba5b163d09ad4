// Running game: checks and applies moves.
#include "game/game.h"

#include <cassert>
#include <stdexcept>

#include "engine/make_view.h"
#include "game/carry_out.h"

namespace nl {
namespace {

const Header& checked(const Header& header) {
  const bool possible =
      header.seats <= kMaxSeats && check_rules(header.rules, header.seats) == RulesFault::None;
  if (!possible) throw std::invalid_argument("no game can be dealt with these rules and seats");
  return header;
}

// The viewers get every event, and so does the caller's listener.
struct EventFanOut {
  static constexpr bool kListens = true;
  Viewers& viewers;
  const EventListener& listener;

  void operator()(const Event& event) {
    viewers(event);
    if (listener) listener(event);
  }
};

}  // namespace

GameSoFar::GameSoFar(const Header& header, std::optional<RecordWriter> writer)
    : header_(checked(header)), viewers_(header_.seats), writer_(std::move(writer)) {}

GameSoFar::GameSoFar(const Header& header, const Deal& deal, const EventListener& listener)
    : GameSoFar(header, std::nullopt) {
  EventFanOut sink{viewers_, listener};
  state_ = start_from(deal, sink);
  begin();
}

GameSoFar::GameSoFar(const Header& header, const StartPosition& position,
                     const EventListener& listener)
    : GameSoFar(header, std::nullopt) {
  state_ = position.state;
  EventFanOut sink{viewers_, listener};
  sink({.kind = EventKind::GameStarted, .seat = state_.turn, .number = state_.pile_size});
  const auto owed = static_cast<std::uint8_t>(state_.owed);
  sink({.kind = EventKind::TurnStarted, .seat = state_.turn, .number = owed});
  viewers_.begin_at(position);
  begin();
}

void GameSoFar::deal(ChanceSource& chance, Seat first) {
  state_ = new_game(rules(), seats(), chance, viewers_, first);
  begin();
}

void GameSoFar::begin() {
  if (writer_) writer_->deal(rules(), state_);
  questions_.put(rules(), state_, kNoSeat);
}

void GameSoFar::step_ends(Seat actor) {
  ++steps_;
  if (writer_) writer_->step_ends(state_, outcomes_, died());
  questions_.put(rules(), state_, actor);
}

View GameSoFar::view(Seat viewer) const {
  return nl::view(rules(), state_, viewers_.known(viewer), viewer);
}

void GameSoFar::take(const Accepted& accepted, ChanceSource& chance,
                     const EventListener& listener) {
  assert(accepted.step_ == steps_ && "the game has moved on");
  const Move& move = accepted.move();
  if (writer_) writer_->step_begins(rules(), state_, move);
  NotingSource noting(chance, state_);
  EventFanOut sink{viewers_, listener};
  carry_out(rules(), state_, move, noting, sink);
  outcomes_ = noting.take();
  step_ends(move.seat);
}

// ---- judging ------------------------------------------------------------------------------------

std::optional<Refusal> GameSoFar::why_not_now(Seat seat, bool nope, Decision decision) const {
  if (seat >= seats()) return Refusal::Watching;
  if (over()) return nope ? Refusal::LateNope : Refusal::GameOver;
  if (!holds(alive(), seat)) return Refusal::OutOfGame;
  const bool stale = decision != questions_.number(seat);
  if (!stale && holds(acting_seats(), seat)) return std::nullopt;
  if (nope) return Refusal::LateNope;
  return stale ? Refusal::Stale : Refusal::NotYourTurn;
}

Verdict GameSoFar::judge_legality(Seat seat, Action action) const {
  if (!questions_.legal(seat).has(action)) return why_not_legal(rules(), view(seat), action);
  return Accepted({.seat = seat, .action = action}, steps_);
}

Verdict GameSoFar::judge(Seat seat, Action action, Decision decision) const {
  const bool nope = action.verb() == Verb::Nope;
  if (const auto why = why_not_now(seat, nope, decision)) return Refused{.why = *why};
  return judge_legality(seat, action);
}

Verdict GameSoFar::judge(Seat seat, std::string_view text, Decision decision) const {
  if (const auto why = why_not_now(seat, text == "nope", decision)) return Refused{.why = *why};
  const auto action = parse_action(state_, seat, text);
  if (!action) return Refused{.why = Refusal::NotLegal};
  return judge_legality(seat, *action);
}

Verdict GameSoFar::judge_forfeit(Seat seat) const {
  if (seat >= seats()) return Refused{.why = Refusal::Watching};
  if (over()) return Refused{.why = Refusal::GameOver};
  if (!holds(alive(), seat)) return Refused{.why = Refusal::OutOfGame};
  return Accepted({.seat = seat, .leaves = true}, steps_);
}

// ---- the record ---------------------------------------------------------------------------------

const std::vector<std::string>& GameSoFar::record() const {
  static const std::vector<std::string> kNone;
  return writer_ ? writer_->lines() : kNone;
}

void GameSoFar::note(std::string line) {
  if (writer_) writer_->write(std::move(line));
}

}  // namespace nl
