// Updates of a client's state from game messages: view, events, questions, windows, record.
#include <algorithm>
#include <bit>

#include "client/client_updates.h"
#include "names/names.h"
#include "protocol/event_json.h"
#include "text/notation.h"

namespace nl {
namespace {

std::size_t last_turn(const std::vector<Event>& events, std::size_t begin) {
  for (std::size_t i = events.size(); i > begin; --i) {
    if (events[i - 1].kind == EventKind::TurnStarted) return i - 1;
  }
  return begin;
}

// Time left to a deadline of the server's, whatever this machine's clock shows.
Time left_of(ServerTime deadline, ServerTime now) {
  return std::clamp<Time>(deadline - now, Time{0}, std::chrono::hours(kMostHours));
}

}  // namespace

void ClientUpdates::take(const FairMessage& message, Time) {
  if (watching()) return;
  if (const auto answer = part_.answer(message, room_.seat, entropy_)) say(*answer);
  const bool begins = !message.reveals && message.game != game_;
  if (begins) notify({.kind = ClientNotice::Topic::Shuffling, .number = message.game});
}

void ClientUpdates::begin_game(int game) {
  game_ = game;
  last_ = 0;
  told_ = 0;
  events_.clear();
  question_.reset();
  window_.reset();
  clock_.reset();
  over_ = false;
  record_.clear();
  fetching_ = false;
  verdict_.reset();
}

void ClientUpdates::show(SentView view) {
  const SeenGame seen = view.read();
  const Seat expected = watching() ? kWatcher : room_.seat;
  if (seen.view.viewer != expected) throw JsonError("viewer", "a view for another seat");
  sent_ = std::move(view);
  seen_ = seen;
  name_seats();
  // A question stays open while the viewer is an acting seat.
  const bool asked = question_ && seen_.view.may_act && question_->phase == seen_.view.phase();
  if (asked) {
    seen_.view.legal = question_->legal;
  } else {
    question_.reset();
  }
  if (seen_.view.phase() != Phase::Window) window_.reset();
}

// `told_before`: number of public events before `from`.
void ClientUpdates::notify_of_events(std::vector<Event> events, int from, int told_before,
                                     bool seen_before) {
  const int count = static_cast<int>(events.size());
  // Skips events that this client has already seen; the server repeats them after a reconnection.
  const int known = std::clamp(last_ + 1 - from, 0, count);
  events.erase(events.begin(), events.begin() + known);
  if (from > last_ + 1) told_ = told_before;
  if (events_.empty()) told_before_ = told_;
  address_to(events, seen_.view.viewer, seen_.view.seats);
  const int missed = from - last_ - 1;
  if (missed > 0 && last_ > 0) notify({.kind = ClientNotice::Topic::Missed, .number = missed});
  last_ = std::max(last_, from - 1 + count);
  const std::size_t begin = seen_before ? last_turn(events, 0) : 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    events_.push_back(events[i]);
    if (!events[i].hidden) ++told_;
    notify({.kind = ClientNotice::Topic::Happened,
            .event = events[i],
            .told = told_,
            .before = i < begin});
  }
}

void ClientUpdates::take(const ViewMessage& message, Time now) {
  rules_ = message.rules;
  // A client that enters a running game reads the events of the current turn only.
  constexpr int kFewEvents = 12;
  const bool other_game = message.game != game_;
  const bool long_ago = message.from + static_cast<int>(message.events.size()) > kFewEvents;
  if (other_game) begin_game(message.game);
  syncing_ = false;
  show(message.view);
  voice_ = message.voice;
  notify_of_events(message.events, message.from, message.from - 1 - message.hidden,
                   other_game && long_ago);
  if (other_game) notify_of_ladder();
  last_ = message.n;
  // A client that enters a running game doesn't know when the clock started.
  constexpr int kJustDealt = 2;
  if (other_game && last_ <= kJustDealt) start_clock(now);
}

// Only the first game of a table of the queue is rated, and only between players of the ladder.
void ClientUpdates::notify_of_ladder() {
  if (!room_.settings.matched || game_ != 1 || std::popcount(room_.ladder) < 2) return;
  std::string list;
  for (std::size_t seat = 0; seat < room_.players.size(); ++seat) {
    if (!holds(room_.ladder, static_cast<Seat>(seat))) continue;
    list += (list.empty() ? "" : ", ") + names_[seat];
  }
  notify(ClientNotice::Topic::Ladder, std::move(list));
}

// After an event the acting seat's clock has just started.
void ClientUpdates::start_clock(Time now) {
  const View& v = seen_.view;
  const Time turn = room_.settings.turn;
  const Seat seat = v.top().seat;
  const bool goes_on = clock_ && clock_->seat == seat && !v.over() && v.phase() != Phase::Window;
  if (room_.settings.slow() && goes_on) return;
  clock_.reset();
  if (room_.settings.slow()) return;  // the server tells
  if (turn == Time{0} || v.over() || v.phase() == Phase::Window) return;
  if (seat >= room_.players.size() || seat == v.viewer) return;
  if (!room_.players[seat].bot.empty() || room_.players[seat].held) return;
  clock_ = NetClock{seat, now + turn};
}

void ClientUpdates::take(const EventsMessage& message, Time now) {
  if (message.game != game_ || message.from != last_ + 1) {
    if (!std::exchange(syncing_, true)) say(SyncRequest{});
    return;
  }
  if (!message.view.empty()) show(sent_.patched(message.view));
  const int before = last_;
  notify_of_events(message.events, message.from, told_, false);
  if (last_ != before) start_clock(now);
}

void ClientUpdates::take(const ClockMessage& message, Time now) {
  if (message.game != game_ || syncing_) return;
  clock_.reset();
  if (message.seat == seen_.view.viewer) return;
  clock_ = NetClock{message.seat, now + left_of(message.deadline, message.now)};
}

void ClientUpdates::take(const QuestionMessage& message, Time now) {
  if (message.game != game_ || syncing_) return;
  if (watching() || message.phase != seen_.view.phase()) {
    throw JsonError("question", "a question that the view does not show");
  }
  NetQuestion question{.decision = message.decision, .phase = message.phase, .asked = now};
  if (message.deadline) question.deadline = now + left_of(*message.deadline, message.now);
  question.legal = seen_.view.legal = read_legal(message.legal, question_context(seen_.view));
  seen_.view.may_act = 1;
  question_ = question;
}

void ClientUpdates::take(const WindowMessage& message, Time now) {
  if (message.game != game_) return;
  window_ = NetWindow{message.nopes, now, now + left_of(message.deadline, message.now)};
}

// ---- the end ------------------------------------------------------------------------------------

void ClientUpdates::take(const OverMessage& message, Time) {
  if (message.game != game_) return;
  over_ = true;
  question_.reset();
  window_.reset();
  clock_.reset();
  // The last events were lost, and no later event will reveal the gap.
  if (!seen_.view.over() && !std::exchange(syncing_, true)) say(SyncRequest{});
  if (verdict_ || fetching_) return;
  record_.clear();
  fetching_ = true;
  say(RecordRequest{0, game_});
}

void ClientUpdates::take(const RecordMessage& message, Time) {
  if (!fetching_ || message.game != game_) return;
  if (message.from != record_.size()) throw JsonError("record", "another piece of the record");
  record_.insert(record_.end(), message.lines.begin(), message.lines.end());
  if (message.lines.empty() || record_.size() >= message.total) {
    fetching_ = false;
    return judge();
  }
  say(RecordRequest{static_cast<int>(record_.size()), game_});
}

void ClientUpdates::judge() {
  std::vector<NumberedLine> lines;
  for (const std::string& line : record_)
    lines.push_back({static_cast<int>(lines.size()) + 1, line});
  if (lines.empty()) throw JsonError("record", "an empty record");
  verdict_ = check_fair(lines, part_.written());
  if (verdict_->difference) {
    notify({.kind = ClientNotice::Topic::NotVerified,
            .text = clean_text(verdict_->difference->reason, kReasonColumns),
            .number = verdict_->difference->line});
  } else {
    notify({.kind = ClientNotice::Topic::Verified,
            .number = verdict_->shares[static_cast<int>(ShareStatus::Given)]});
  }
}

}  // namespace nl
