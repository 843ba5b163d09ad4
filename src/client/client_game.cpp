// The model's part that begins with a game: its view and events, questions, windows, the record.
#include <algorithm>

#include "client/client_model.h"
#include "names/names.h"
#include "protocol/event_json.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr int kMostEvents = 1'000'000;
constexpr int kMostGames = 1'000'000'000;
constexpr std::size_t kMostRecordLines = 100'000;

std::size_t last_turn(const std::vector<Event>& events, std::size_t begin) {
  for (std::size_t i = events.size(); i > begin; --i) {
    if (events[i - 1].kind == EventKind::TurnStarted) return i - 1;
  }
  return begin;
}

// How long there is left to a deadline of the server's, whatever this machine's clock shows.
Time left_of(const Json& message) {
  if (!message.contains("now") || !message["now"].is_number_integer()) throw BadMessage("now");
  if (!message["deadline"].is_number_integer()) throw BadMessage("deadline");
  const auto left = message["deadline"].get<std::int64_t>() - message["now"].get<std::int64_t>();
  return Time(std::clamp<std::int64_t>(left, 0, Time(std::chrono::hours(kMostHours)).count()));
}
}  // namespace

void ClientModel::on_fair(const Json& message) {
  const int game = number_of(message, "game", 0, kMostGames);
  if (watching()) return;
  const bool begins = text_of(message, "stage") == "commit";
  if (const auto answer = part_.answer(message, room_.seat, entropy_)) say(*answer);
  if (begins && game != game_) tell({.kind = News::Topic::Shuffling, .number = game});
}

void ClientModel::begin_game(int game) {
  game_ = game;
  last_ = 0;
  events_.clear();
  question_.reset();
  window_.reset();
  clock_.reset();
  over_ = false;
  record_.clear();
  fetching_ = false;
  verdict_.reset();
}

void ClientModel::take_view(const Json& view) {
  SeenGame seen = read_view(view);
  const Seat expected = watching() ? kWatcher : room_.seat;
  if (seen.view.viewer != expected) throw BadMessage("viewer");
  view_json_ = view;
  seen_ = seen;
  name_seats();
  // A question stays as long as the viewer is asked, whatever others do meanwhile.
  const bool asked = question_ && seen_.view.may_act && question_->phase == seen_.view.phase();
  if (asked) {
    seen_.view.legal = question_->legal;
  } else {
    question_.reset();
  }
  if (seen_.view.phase() != Phase::Window) window_.reset();
}

void ClientModel::take_events(const Json& events, int from, bool seen_before) {
  if (!events.is_array()) throw BadMessage("events");
  std::vector<Event> fresh;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (from + static_cast<int>(i) <= last_) continue;
    fresh.push_back(read_event(events[i], seen_.view.viewer, seen_.view.seats));
  }
  const int missed = from - last_ - 1;
  if (missed > 0 && last_ > 0) tell({.kind = News::Topic::Missed, .number = missed});
  last_ = std::max(last_, from - 1 + static_cast<int>(events.size()));
  const std::size_t begin = seen_before ? last_turn(fresh, 0) : 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    events_.push_back(fresh[i]);
    tell({.kind = News::Topic::Happened, .event = fresh[i], .before = i < begin});
  }
}

void ClientModel::on_view(const Json& message) {
  const int game = number_of(message, "game", 1, kMostGames);
  const int n = number_of(message, "n", 0, kMostEvents);
  const int from = number_of(message, "from", 1, kMostEvents + 1);
  if (!message.contains("view") || !message.contains("events") || !message.contains("rules")) {
    throw BadMessage("view");
  }
  rules_ = rules_from_json(message["rules"]);
  // Somebody who comes into a running game reads of the current turn, not of all before it.
  const bool into_running_game =
      game != game_ && from + static_cast<int>(message["events"].size()) > 12;
  if (game != game_) begin_game(game);
  syncing_ = false;
  take_view(message["view"]);
  take_events(message["events"], from, into_running_game);
  last_ = n;
}

// Something has happened, so the clock of who is asked now has just begun to run.
void ClientModel::start_clock(Time now) {
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

void ClientModel::on_events(const Json& message, Time now) {
  const int game = number_of(message, "game", 1, kMostGames);
  const int from = number_of(message, "from", 1, kMostEvents);
  if (game != game_ || from != last_ + 1) {
    if (!std::exchange(syncing_, true)) say(SyncRequest{});
    return;
  }
  if (message.contains("view")) {
    Json patched = view_json_;
    patched.merge_patch(message["view"]);
    take_view(patched);
  }
  const int before = last_;
  take_events(message.value("events", Json::array()), from, false);
  if (last_ != before) start_clock(now);
}

void ClientModel::on_clock(const Json& message, Time now) {
  if (number_of(message, "game", 1, kMostGames) != game_ || syncing_) return;
  const Seat seat = byte_of(message, "seat", kMaxSeats - 1);
  if (!message.contains("deadline")) throw BadMessage("deadline");
  clock_.reset();
  if (seat != seen_.view.viewer) clock_ = NetClock{seat, now + left_of(message)};
}

void ClientModel::on_question(const Json& message, Time now) {
  if (number_of(message, "game", 1, kMostGames) != game_ || syncing_) return;
  const Phase phase = named_of(message, "phase", kPhaseNames);
  NetQuestion question{
      .decision = static_cast<Decision>(number_of(message, "decision", 1, 2'000'000'000)),
      .phase = phase,
      .asked = now};
  if (message.contains("deadline")) question.deadline = now + left_of(message);
  if (watching() || phase != seen_.view.phase()) throw BadMessage("question");
  question.legal = seen_.view.legal = read_legal(field_of(message, "legal"), asked_of(seen_.view));
  seen_.view.may_act = 1;
  question_ = question;
}

void ClientModel::on_window(const Json& message, Time now) {
  if (number_of(message, "game", 1, kMostGames) != game_) return;
  if (!message.contains("deadline")) throw BadMessage("deadline");
  window_ = NetWindow{number_of(message, "nopes", 0, 255), now, now + left_of(message)};
}

const NetQuestion* ClientModel::question() const { return question_ ? &*question_ : nullptr; }

const NetWindow* ClientModel::window() const { return window_ ? &*window_ : nullptr; }

bool ClientModel::playing() const {
  return has_game() && !over_ && !watching() && room_.phase == RoomPhase::Playing &&
         holds(seen_.view.alive, room_.seat);
}

void ClientModel::answer(Action action) {
  if (!question_ || question_->answered) return;
  question_->answered = true;
  say(AnswerRequest{game_, question_->decision, action_text(asked_of(seen_.view), action)});
}

// ---- the end ------------------------------------------------------------------------------------

void ClientModel::on_over(const Json& message) {
  if (number_of(message, "game", 1, kMostGames) != game_) return;
  over_ = true;
  question_.reset();
  window_.reset();
  clock_.reset();
  // The last events got lost on the way: nothing comes after them that would show the gap.
  if (!seen_.view.over() && !std::exchange(syncing_, true)) say(SyncRequest{});
  if (verdict_ || fetching_) return;
  record_.clear();
  fetching_ = true;
  say(RecordRequest{0, game_});
}

void ClientModel::on_record(const Json& message) {
  if (!fetching_ || number_of(message, "game", 1, kMostGames) != game_) return;
  const auto from = static_cast<std::size_t>(number_of(message, "from", 0, kMostRecordLines));
  const auto total = static_cast<std::size_t>(number_of(message, "total", 0, kMostRecordLines));
  const Json lines = message.value("lines", Json::array());
  if (from != record_.size() || !lines.is_array()) throw BadMessage("record");
  for (const Json& line : lines) {
    const std::string text = line.is_string() ? line.get<std::string>() : "";
    // Lines of JSON and nothing else get into a file.
    const Json parsed = Json::parse(text, nullptr, false);
    if (parsed.is_discarded() || text.find('\n') != std::string::npos) throw BadMessage("record");
    record_.push_back(parsed.dump() == text ? text : parsed.dump());
  }
  if (lines.empty() || record_.size() >= total) {
    fetching_ = false;
    return judge();
  }
  say(RecordRequest{static_cast<int>(record_.size()), game_});
}

void ClientModel::judge() {
  std::vector<NumberedLine> lines;
  for (const std::string& line : record_)
    lines.push_back({static_cast<int>(lines.size()) + 1, line});
  if (lines.empty()) throw BadMessage("record");
  verdict_ = check_fair(lines, part_.written());
  if (verdict_->difference) {
    tell({.kind = News::Topic::NotVerified,
          .text = clean_text(verdict_->difference->reason, kReasonColumns),
          .number = verdict_->difference->line});
  } else {
    tell({.kind = News::Topic::Verified,
          .number = verdict_->shares[static_cast<int>(ShareStatus::Given)]});
  }
}

}  // namespace nl
