#include "server/asker.h"

#include <algorithm>
#include <utility>

#include "bots/bot.h"
#include "protocol/game_messages.h"
#include "protocol/view_json.h"
#include "server/room_bots.h"
#include "text/notation.h"

namespace nl {
namespace {

// In a window everybody is offered the same, whatever they hold: the message of one who can't Nope
// must not be shorter than that of one who can.
std::string offered_to(const FairGame& game, Seat seat) {
  if (game.phase() == Phase::Window) return R"(["nope","pass"])";
  const View v = game.view(seat);
  return legal_text(asked_of(v), v.legal);
}

bool box_has_no_nope(const FairGame& game) { return game.rules().copies[Card::Nope] == 0; }

}  // namespace

void Asker::begin_game() {
  posed_ = {};
  told_clock_.reset();
  public_events_ = 0;
  clock_.stop_game();
}

void Asker::ask(Time now) {
  const FairGame& game = *state_.game();
  const bool public_step = game.events(kWatcher).size() != public_events_;
  public_events_ = game.events(kWatcher).size();
  ask_window(now);
  if (game.over() || game.phase() == Phase::Window) clock_.stop_turn();
  if (game.phase() == Phase::Window && box_has_no_nope(game)) return;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (holds(game.asked(), seat)) {
      ask_seat(seat, public_step, now);
    } else {
      clock_.bot_due[seat].reset();
    }
  }
  tell_clock(now);
}

// ---- the question -------------------------------------------------------------------------------

void Asker::ask_window(Time now) {
  const FairGame& game = *state_.game();
  if (game.phase() != Phase::Window) {
    clock_.window_ends.reset();
    return;
  }
  if (clock_.window_ends && clock_.window_nopes == game.nopes()) return;
  clock_.window_nopes = game.nopes();
  // Everybody knows that nobody has one: the window closes at once, and nobody is asked.
  if (box_has_no_nope(game)) {
    clock_.window_ends = now;
    return;
  }
  clock_.window_ends = now + state_.settings().window_time();
  teller_.say_to_all(window_text(now));
}

void Asker::ask_seat(Seat seat, bool public_step, Time now) {
  const Decision open = state_.game()->decision(seat);
  if (posed_[seat].announced == open) return;
  posed_[seat].announced = open;
  start_turn(seat, public_step, now);
  clock_.bot_due[seat].reset();
  posed_[seat].planned.reset();
  if (bot_plays(seat)) {
    clock_.bot_due[seat] = public_step ? now + bot_delay(seat) : now;
    posed_[seat].to_think = public_step && bot_searches(seat);
  } else if (is_passed_for(seat)) {
    clock_.bot_due[seat] = now + order_delay(seat);
  }
  if (const Member* member = members_.at(seat)) {
    teller_.say(member->session, question_text(seat, now));
  }
}

// The clock runs on where the others can't see that the question changed: a new start would tell.
void Asker::start_turn(Seat seat, bool public_step, Time now) {
  if (state_.game()->phase() == Phase::Window) return clock_.stop_turn();
  if (!public_step && clock_.turn_ends) return;
  bot_plays(seat) ? clock_.stop_turn() : clock_.start_turn(state_.settings(), now);
}

// Players of a slow room come and go: whoever looks in sees how long the others have.
void Asker::tell_clock(Time now) {
  if (!state_.settings().slow() || told_clock_ == clock_.turn_ends) return;
  told_clock_ = clock_.turn_ends;
  if (told_clock_) teller_.say_to_all(clock_text(now));
}

std::string Asker::clock_text(Time now) const {
  return clock_message({.game = state_.games(),
                        .seat = state_.game()->view(kWatcher).top().seat,
                        .now = now,
                        .deadline = *clock_.turn_ends});
}

void Asker::repeat_to(const Member& member, Time now) {
  const FairGame& game = *state_.game();
  const bool window =
      game.phase() == Phase::Window && clock_.window_ends && clock_.window_nopes == game.nopes();
  if (window) teller_.say(member.session, window_text(now));
  if (state_.settings().slow() && clock_.turn_ends) {
    teller_.say(member.session, clock_text(now));
  }
  if (member.seat < game.seats() && waits_for(member.seat)) {
    teller_.say(member.session, question_text(member.seat, now));
  }
}

bool Asker::waits_for(Seat seat) const {
  const FairGame& game = *state_.game();
  return holds(game.asked(), seat) && posed_[seat].announced == game.decision(seat);
}

std::string Asker::window_text(Time now) const {
  return window_message({.game = state_.games(),
                         .nopes = clock_.window_nopes,
                         .now = now,
                         .deadline = *clock_.window_ends});
}

std::string Asker::question_text(Seat seat, Time now) const {
  const FairGame& game = *state_.game();
  const std::string legal = offered_to(game, seat);
  return question_message(
      {.game = state_.games(),
       .decision = game.decision(seat),
       .phase = game.phase(),
       .legal = legal,
       .now = now,
       .deadline = game.phase() == Phase::Window ? clock_.window_ends : clock_.turn_ends});
}

// ---- bots ---------------------------------------------------------------------------------------

bool Asker::bot_plays(Seat seat) const {
  return !state_.players()[seat].person() || members_.presence(seat).held();
}

bool Asker::bot_searches(Seat seat) const {
  const std::string& bot = state_.players()[seat].bot;
  return !bot.empty() && bot != kDefaultBot;
}

// With nobody there to play against it would be a waste.
void Asker::let_bots_think() {
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    const bool wanted = std::exchange(posed_[seat].to_think, false);
    if (!wanted || !clock_.bot_due[seat] || members_.empty()) continue;
    ThinkJob job = job_of(state_.players()[seat].bot, id_, state_, seat);
    job.wanted = *clock_.bot_due[seat];
    host_.think(std::move(job));
  }
}

void Asker::take(const Thought& thought) {
  const ThinkTopic& topic = thought.topic;
  const FairGame& game = *state_.game();
  const bool open = topic.game == state_.games() && waits_for(topic.seat) &&
                    game.decision(topic.seat) == topic.decision;
  if (!open) return;
  Posed& posed = posed_[topic.seat];
  if (topic.kind == ThinkKind::Move) {
    if (bot_plays(topic.seat)) posed.planned = thought.action;
  } else {
    posed.hint = hint_text(topic.seat, thought.hint);
    tell_hint(topic.seat);
  }
}

// People must be able to follow the bots; among themselves these need no time.
int Asker::wait_percent() const {
  constexpr int kLeast = 25;
  const auto& players = state_.players();
  for (Seat seat = 0; seat < players.size(); ++seat) {
    const bool lives = holds(state_.game()->alive(), seat);
    if (lives && players[seat].person()) return std::max(bot_percent_, kLeast);
  }
  return bot_percent_;
}

// By nothing that is held or thought: by the room, the seat and what everybody has seen.
Time Asker::drawn_below(Time spread, Seat seat) const {
  std::uint64_t mixed = public_events_ << 3 | seat;
  for (const std::uint8_t byte : id_) mixed = mix64(mixed ^ byte);
  const auto below = static_cast<std::uint64_t>(spread.count());
  return Time(below == 0 ? 0 : mixed % below);
}

// When a bot's answer leaves is settled when it is asked.
Time Asker::bot_delay(Seat seat) const {
  const Time usual = pace_.bot + drawn_below(pace_.bot_spread, seat);
  const Time least = bot_searches(seat) ? pace_.bot_search : Time{0};
  const Time delay = std::max(usual * wait_percent() / 100, least);
  const Time most = state_.settings().window_time() / 2;
  return state_.game()->phase() == Phase::Window && delay > most ? most : delay;
}

// Whatever is held: who has no Nope must not be quicker to let things pass than who has one.
bool Asker::is_passed_for(Seat seat) const {
  return state_.settings().slow() && state_.game()->phase() == Phase::Window &&
         state_.players()[seat].auto_pass;
}

// As a person might who has been called.
Time Asker::order_delay(Seat seat) const {
  constexpr Time kSoonest{20'000};
  constexpr Time kSpread{60'000};
  return kSoonest + drawn_below(kSpread, seat);
}

std::optional<Action> Asker::take_plan(Seat seat) {
  return std::exchange(posed_[seat].planned, std::nullopt);
}

// ---- hints --------------------------------------------------------------------------------------

void Asker::hint(Seat seat) {
  Posed& posed = posed_[seat];
  if (!hint_is_new(seat)) return tell_hint(seat);
  posed.hinted = state_.game()->decision(seat);
  posed.hint.clear();
  // From the view of the one who asked, as any bot's answer.
  ThinkJob job = job_of("", id_, state_, seat);
  job.topic.kind = ThinkKind::Hint;
  job.seed = 1;
  host_.think(std::move(job));
}

void Asker::tell_hint(Seat seat) {
  const Member* member = members_.at(seat);
  if (member != nullptr && !posed_[seat].hint.empty()) {
    teller_.say(member->session, posed_[seat].hint);
  }
}

std::string Asker::hint_text(Seat seat, const Hint& hint) const {
  const FairGame& game = *state_.game();
  Advice advice{.game = state_.games(),
                .decision = game.decision(seat),
                .reason = reason_key(hint.reason.why),
                .percent = hint.reason.percent};
  for (const Tried& move : hint.moves) {
    advice.moves.push_back({.action = game.text_of(seat, move.action),
                            .games = move.games,
                            .percent = move.percent()});
  }
  return hint_message(advice);
}

}  // namespace nl
