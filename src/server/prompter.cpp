// Prompter: prompts, clocks, bot delays and hints.
#include "server/prompter.h"

#include <algorithm>
#include <utility>

#include "bots/bot.h"
#include "protocol/game_messages.h"
#include "protocol/view_json.h"
#include "server/room_bots.h"
#include "text/notation.h"

namespace nl {
namespace {

// In a window everybody gets the same options, whatever they hold: the message to a player without
// a Nope must not be shorter.
std::string offered_to(const FairGame& game, Seat seat) {
  if (game.phase() == Phase::Window) return R"(["nope","pass"])";
  const View v = game.view(seat);
  return legal_text(question_context(v), v.legal);
}

bool box_has_no_nope(const FairGame& game) { return game.rules().copies[Card::Nope] == 0; }

}  // namespace

void Prompter::begin_game() {
  prompts_ = {};
  sent_clock_.reset();
  public_events_ = 0;
  clock_.stop_game();
}

void Prompter::ask(Time now) {
  const FairGame& game = *state_.game();
  const bool public_step = game.events(kWatcher).size() != public_events_;
  public_events_ = game.events(kWatcher).size();
  prompt_window(now);
  if (game.over() || game.phase() == Phase::Window) clock_.stop_turn();
  if (game.phase() == Phase::Window && box_has_no_nope(game)) return;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (holds(game.acting_seats(), seat)) {
      prompt_seat(seat, public_step, now);
    } else {
      clock_.bot_due[seat].reset();
    }
  }
  send_clock(now);
}

// ---- the question -------------------------------------------------------------------------------

void Prompter::prompt_window(Time now) {
  const FairGame& game = *state_.game();
  if (game.phase() != Phase::Window) {
    clock_.window_ends.reset();
    return;
  }
  if (clock_.window_ends && clock_.window_nopes == game.nopes()) return;
  clock_.window_nopes = game.nopes();
  // The box has no Nope: the window closes at once, without a prompt.
  if (box_has_no_nope(game)) {
    clock_.window_ends = now;
    return;
  }
  clock_.window_ends = now + window_time();
  broadcaster_.say_to_all(window_text(now));
}

bool Prompter::all_listen() const {
  bool listens = false;
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    if (bot_plays(seat)) continue;
    if (!members_.presence(seat).listens) return false;
    listens = true;
  }
  return listens;
}

// Depends only on public state: the settings, and who has asked for more time.
Time Prompter::window_time() const {
  const RoomSettings& settings = state_.settings();
  return all_listen() ? settings.listening_window_time() : settings.window_time();
}

void Prompter::prompt_seat(Seat seat, bool public_step, Time now) {
  const Decision open = state_.game()->decision(seat);
  if (prompts_[seat].announced == open) return;
  prompts_[seat].announced = open;
  start_turn(seat, public_step, now);
  clock_.bot_due[seat].reset();
  prompts_[seat].planned.reset();
  if (bot_plays(seat)) {
    clock_.bot_due[seat] = public_step ? now + bot_delay(seat) : now;
    prompts_[seat].needs_job = public_step && bot_searches(seat);
  } else if (is_passed_for(seat)) {
    clock_.bot_due[seat] = now + order_delay(seat);
  }
  if (const Member* member = members_.at(seat)) {
    broadcaster_.say(member->session, question_text(seat, now));
  }
}

// The clock runs on where the other players can't see that the question changed: a restart would
// reveal it.
void Prompter::start_turn(Seat seat, bool public_step, Time now) {
  if (state_.game()->phase() == Phase::Window) return clock_.stop_turn();
  if (!public_step && clock_.turn_ends) return;
  bot_plays(seat) ? clock_.stop_turn() : clock_.start_turn(state_.settings(), now);
}

// In a slow room every member sees the acting player's clock.
void Prompter::send_clock(Time now) {
  if (!state_.settings().slow() || sent_clock_ == clock_.turn_ends) return;
  sent_clock_ = clock_.turn_ends;
  if (sent_clock_) broadcaster_.say_to_all(clock_text(now));
}

std::string Prompter::clock_text(Time now) const {
  return message_text(ClockMessage{.game = state_.games(),
                                   .seat = state_.game()->view(kWatcher).top().seat,
                                   .deadline = *clock_.turn_ends,
                                   .now = now});
}

void Prompter::repeat_to(const Member& member, Time now) {
  const FairGame& game = *state_.game();
  const bool window =
      game.phase() == Phase::Window && clock_.window_ends && clock_.window_nopes == game.nopes();
  if (window) broadcaster_.say(member.session, window_text(now));
  if (state_.settings().slow() && clock_.turn_ends) {
    broadcaster_.say(member.session, clock_text(now));
  }
  if (member.seat < game.seats() && waits_for(member.seat)) {
    broadcaster_.say(member.session, question_text(member.seat, now));
  }
}

bool Prompter::waits_for(Seat seat) const {
  const FairGame& game = *state_.game();
  return holds(game.acting_seats(), seat) && prompts_[seat].announced == game.decision(seat);
}

std::string Prompter::window_text(Time now) const {
  return nl::window_text({.game = state_.games(),
                          .nopes = clock_.window_nopes,
                          .deadline = *clock_.window_ends,
                          .now = now});
}

std::string Prompter::question_text(Seat seat, Time now) const {
  const FairGame& game = *state_.game();
  return nl::question_text(
      {.game = state_.games(),
       .decision = game.decision(seat),
       .phase = game.phase(),
       .now = now,
       .deadline = game.phase() == Phase::Window ? clock_.window_ends : clock_.turn_ends},
      offered_to(game, seat));
}

// ---- bots ---------------------------------------------------------------------------------------

bool Prompter::bot_plays(Seat seat) const {
  return !state_.players()[seat].person() || members_.presence(seat).held();
}

bool Prompter::bot_searches(Seat seat) const {
  const std::string& bot = state_.players()[seat].bot;
  return !bot.empty() && bot != kDefaultBot;
}

// Starts no job while nobody is connected.
void Prompter::start_bot_jobs() {
  for (Seat seat = 0; seat < members_.seats(); ++seat) {
    const bool wanted = std::exchange(prompts_[seat].needs_job, false);
    if (!wanted || !clock_.bot_due[seat] || members_.empty()) continue;
    BotJob job = job_of(state_.players()[seat].bot, id_, state_, seat);
    job.wanted = *clock_.bot_due[seat];
    host_.start_bot_job(std::move(job));
  }
}

void Prompter::take(const BotResult& result) {
  const BotQuestion& topic = result.topic;
  const FairGame& game = *state_.game();
  const bool open = topic.game == state_.games() && waits_for(topic.seat) &&
                    game.decision(topic.seat) == topic.decision;
  if (!open) return;
  Prompt& prompt = prompts_[topic.seat];
  if (topic.kind == BotJobKind::Move) {
    if (bot_plays(topic.seat)) prompt.planned = result.action;
  } else {
    prompt.hint = hint_text(topic.seat, result.hint);
    send_hint(topic.seat);
  }
}

// Gives people time to follow the bots; bots among themselves need none.
int Prompter::wait_percent() const {
  constexpr int kLeast = 25;
  const auto& players = state_.players();
  for (Seat seat = 0; seat < players.size(); ++seat) {
    const bool lives = holds(state_.game()->alive(), seat);
    if (lives && players[seat].person()) return std::max(bot_percent_, kLeast);
  }
  return bot_percent_;
}

// Depends only on public state: the room, the seat and the public events.
Time Prompter::drawn_below(Time spread, Seat seat) const {
  std::uint64_t mixed = public_events_ << 3 | seat;
  for (const std::uint8_t byte : id_) mixed = mix64(mixed ^ byte);
  const auto below = static_cast<std::uint64_t>(spread.count());
  return Time(below == 0 ? 0 : mixed % below);
}

// The delay of a bot's answer is fixed when the bot is prompted.
Time Prompter::bot_delay(Seat seat) const {
  const Time usual = times_.bot + drawn_below(times_.bot_spread, seat);
  const Time least = bot_searches(seat) ? times_.bot_search : Time{0};
  const Time delay = std::max(usual * wait_percent() / 100, least);
  const Time most = state_.settings().window_time() / 2;
  return state_.game()->phase() == Phase::Window && delay > most ? most : delay;
}

// Independent of the hand: a pass without a Nope must not be quicker than one with it.
bool Prompter::is_passed_for(Seat seat) const {
  return state_.settings().slow() && state_.game()->phase() == Phase::Window &&
         state_.players()[seat].auto_pass;
}

// About as long as a person takes after a notification.
Time Prompter::order_delay(Seat seat) const {
  constexpr Time kSoonest{20'000};
  constexpr Time kSpread{60'000};
  return kSoonest + drawn_below(kSpread, seat);
}

std::optional<Action> Prompter::take_plan(Seat seat) {
  return std::exchange(prompts_[seat].planned, std::nullopt);
}

// ---- hints --------------------------------------------------------------------------------------

void Prompter::hint(Seat seat) {
  Prompt& prompt = prompts_[seat];
  if (!hint_is_new(seat)) return send_hint(seat);
  prompt.hinted = state_.game()->decision(seat);
  prompt.hint.clear();
  // Computed from the player's own view, like any bot's answer.
  BotJob job = job_of("", id_, state_, seat);
  job.topic.kind = BotJobKind::Hint;
  job.seed = 1;
  host_.start_bot_job(std::move(job));
}

void Prompter::send_hint(Seat seat) {
  const Member* member = members_.at(seat);
  if (member != nullptr && !prompts_[seat].hint.empty()) {
    broadcaster_.say(member->session, prompts_[seat].hint);
  }
}

std::string Prompter::hint_text(Seat seat, const Hint& hint) const {
  const FairGame& game = *state_.game();
  HintMessage advice{.game = state_.games(),
                     .decision = game.decision(seat),
                     .reason = reason_key(hint.reason.why),
                     .percent = hint.reason.percent,
                     .equal = hint.equal};
  for (const Tried& move : hint.moves) {
    advice.moves.push_back({.action = game.text_of(seat, move.action),
                            .games = move.games,
                            .percent = move.percent()});
  }
  return message_text(advice);
}

}  // namespace nl
