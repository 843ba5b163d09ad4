// Network session in plain lines: news, menus and questions.
#include "terminal/plain_client.h"

#include <algorithm>
#include <sstream>

#include "terminal/plain_game.h"
#include "terminal/record_lines.h"
#include "terminal/time_words.h"

namespace nl {
namespace {

Lines menu_lines(const Menu& menu) {
  Lines lines = menu.head;
  for (std::size_t i = 0; i < menu.items.size(); ++i) {
    lines.push_back(std::to_string(i + 1) + ". " + menu.items[i].text);
  }
  lines.insert(lines.end(), menu.foot.begin(), menu.foot.end());
  return lines;
}

std::string seconds_left(Time deadline, Time now) {
  const Time left = std::max(Time{0}, deadline - now);
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(left).count());
}

}  // namespace

void PlainClient::update(Time now) {
  session_.update(now);
  tell_news();
  if (session_.end() != NetEnd::No) return;
  if (session_.page() == NetSession::Page::Game) {
    show_game(now);
  } else {
    show_menu();
  }
  show_leave_time(now);
  again_ = false;
}

void PlainClient::line(const std::string& typed, Time now) {
  const Lines said = session_.type(typed);
  console_.say(said);
  show_again(session_.take_again());
  again_ = true;
  update(now);
}

// The finished game, with all cards open.
void PlainClient::show_again(NetSession::Again what) {
  if (what == NetSession::Again::Nothing) return;
  std::istringstream record(record_text(session_.model().record()));
  const Words& w = session_.w();
  console_.blank();
  if (what == NetSession::Again::Replay) {
    return console_.say(replay_lines(record, session_.game().names(), w));
  }
  console_.say_meanwhile(w.ui("home_reviewing"));
  console_.say(review_lines(record, session_.game().names(), w));
}

// The narrator remembers the play, so that a combo is never named after its card alone.
Lines PlainClient::words_of(const ClientNotice& told) {
  if (told.kind != ClientNotice::Topic::Happened) return session_.game().words_of(told);
  if (!narrator_ || told.event.kind == EventKind::GameStarted) narrator_.emplace(session_.w());
  const Seat viewer = session_.model().view().viewer;
  return narrated_lines(told.event, viewer, session_.game().names(), *narrator_);
}

void PlainClient::tell_news() {
  const auto& told = session_.model().notices();
  for (; notices_shown_ < told.size(); ++notices_shown_) {
    const Lines lines = words_of(told[notices_shown_]);
    if (told[notices_shown_].before) continue;
    console_.say(lines);
    // After a refusal the same question stays open.
    if (told[notices_shown_].kind == ClientNotice::Topic::Refused) again_ = true;
  }
}

void PlainClient::show_menu() {
  Lines lines = menu_lines(session_.menu());
  if (lines == menu_ && !again_) return;
  console_.blank();
  console_.say(lines);
  menu_ = std::move(lines);
}

// Silence forfeits the game: shows a countdown.
void PlainClient::show_leave_time(Time now) {
  const auto deadline = session_.leave_deadline();
  const std::string left = deadline ? seconds_left(*deadline, now) : "";
  if (std::exchange(leave_time_, left) == left || left.empty()) return;
  console_.say(session_.w().ui("time_left", {{"number", left}}));
}

void PlainClient::show_game(Time now) {
  menu_.clear();
  const ClientModel& model = session_.model();
  if (const std::uint64_t key = session_.game().question_key(); key != 0) {
    if (question_shown_ != key || again_) show_question(now);
    question_shown_ = key;
    return;
  }
  const NetWindow* window = model.window();
  if (window == nullptr || model.question() != nullptr) return;
  const std::uint64_t key = static_cast<std::uint64_t>(model.game()) << 40 |
                            static_cast<std::uint64_t>(model.last_event() + 1) << 8 |
                            static_cast<std::uint64_t>(window->nopes);
  if (std::exchange(window_, key) == key) return;
  console_.say(waiting_lines(session_.game().table_model(), session_.w()));
  console_.say(left_sentence(window->deadline - now, session_.w()));
}

void PlainClient::show_question(Time now) {
  const auto question = session_.question();
  if (!question) return;
  const Words& w = session_.w();
  const TableModel table_model = session_.game().table_model();
  const std::size_t turns = turns_begun(table_model.events);
  const bool is_new = std::exchange(table_turns_, turns) != turns;
  if (question->phase == Phase::Turn && (is_new || console_.is_verbose())) {
    console_.say(table_lines(table_model.view, table_model.speech(w)));
    if (console_.is_verbose()) console_.say(odds_line(table_model.odds, w));
  }
  console_.blank();
  console_.say(question_lines(*question, w));
  const auto deadline = session_.model().question()->deadline;
  if (deadline) console_.say(left_sentence(*deadline - now, w));
}

void PlainClient::finish() {
  tell_news();
  if (!session_.end_text().empty()) console_.say(session_.end_text());
}

}  // namespace nl
