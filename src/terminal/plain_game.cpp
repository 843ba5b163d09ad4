#include "terminal/plain_game.h"

#include <algorithm>
#include <chrono>

#include "names/names.h"
#include "terminal/start_page.h"

namespace nl {
namespace {

std::size_t turns_begun(const Table& table) {
  const auto events = table.events(kWatcher);
  return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [](const Event& e) {
    return e.kind == EventKind::TurnStarted;
  }));
}

}  // namespace

Time steady_now() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

PlainGame::PlainGame(Table& table, Console& console, RecordFile& record, Language language,
                     bool resumed, NowFunction now)
    : table_(table),
      console_(console),
      record_(record),
      speech_(speech_for(table, language)),
      hot_seat_(table, resumed),
      now_(std::move(now)) {}

void PlainGame::play() {
  while (true) {
    record_.save(table_.record());  // stored first, then told
    tell(hot_seat_.unread());
    const Prompt prompt = hot_seat_.next();
    if (prompt.kind == Prompt::Kind::Over) break;
    step(prompt);
  }
  // What the last player alone was told is for everybody now.
  hot_seat_.hidden();
  console_.say(review_lines(table_.events(kWatcher), table_.names(), w()));
}

void PlainGame::step(const Prompt& prompt) {
  const Seat seat = prompt.seat;
  switch (prompt.kind) {
    case Prompt::Kind::Bot: return table_.play_bot(seat, now_());
    case Prompt::Kind::Forced: return submit(seat, table_.view(seat).legal.nth(0));
    case Prompt::Kind::Hide: return hide(seat);
    case Prompt::Kind::HandOver: return hand_over(seat);
    case Prompt::Kind::Question: return ask(seat);
    case Prompt::Kind::NopeInTurn: return ask_for_nope(seat);
    case Prompt::Kind::NopeTable: return ask_table_for_nope();
    case Prompt::Kind::Over: return;
  }
}

void PlainGame::tell(std::span<const Event> events) {
  console_.say(event_lines(events, events.size(), hot_seat_.eyes(), speech_.names, w()));
}

// ---- whose eyes are on the screen --------------------------------------------------------------

void PlainGame::hide(Seat seat) {
  // A pipe keeps its lines: nothing is wiped off, so nobody has to be waited for.
  if (hot_seat_.unnoticed() && console_.is_terminal()) {
    console_.say(w().ui("hide", {{"seat", speech_.names[seat]}}));
    while (obeyed(console_.read_line())) {
    }
  }
  console_.clear();
  hot_seat_.hidden();
}

void PlainGame::hand_over(Seat seat) {
  do {
    console_.blank();
    console_.say(w().ui("hand_over", {{"seat", speech_.names[seat]}}));
    const std::string line = console_.read_line();
    if (line.empty()) break;
    if (!obeyed(line)) console_.say(w().ui("only_enter"));
  } while (true);
  const std::vector<Event> news = hot_seat_.ready(seat);
  tell(news);
}

// ---- questions ---------------------------------------------------------------------------------

void PlainGame::show(const Question& question) {
  console_.blank();
  console_.say(question_lines(question, w()));
}

// Once a turn: more would only be in the way of a screen reader.
void PlainGame::show_table_once() {
  const std::size_t turns = turns_begun(table_);
  if (table_shown_ == turns) return;
  table_shown_ = turns;
  console_.say(table_lines(sight().view, speech_));
}

void PlainGame::ask(Seat seat) {
  const View v = table_.view(seat);
  if (v.phase() == Phase::Window) return ask_for_nope(seat);
  if (v.phase() == Phase::Turn) show_table_once();
  const Question question = question_for(table_.rules(), v, speech_);
  const auto line = listen(question);
  if (!line) return;
  const Answer answer = read_answer(question, *line, speech_);
  if (const auto* choice = std::get_if<Choice>(&answer)) return submit(seat, *choice->action);
  console_.say(std::get<std::string>(answer));
}

void PlainGame::ask_for_nope(Seat seat) {
  Question question = question_for(table_.rules(), table_.view(seat), speech_);
  const bool open = hot_seat_.eyes() != seat;
  // The plain sentence names nobody.
  if (open && wording_of(table_.preset()) == Wording::Plain) {
    question.text = {w().ui("nope_in_turn", {{"seat", speech_.names[seat]}})};
  }
  const auto line = listen(question);
  if (!line) return;
  const Answer answer = read_answer(question, *line, speech_);
  const auto* choice = std::get_if<Choice>(&answer);
  if (choice == nullptr) return console_.say(std::get<std::string>(answer));
  const auto refused = table_.submit(seat, *choice->action, table_.decision(seat), now_());
  hot_seat_.noticed();
  if (!refused) return;
  // Whoever has no Nope and says yes is told so, and has passed.
  console_.say(refusal_text(w(), *refused, speech_.names));
  submit(seat, word(Verb::Pass));
}

void PlainGame::ask_table_for_nope() {
  const Question question = nope_question_for(table_.view(kWatcher), table_.people(), speech_);
  const auto line = listen(question);
  if (!line) return;
  if (line->empty()) return nobody_nopes();
  const Answer answer = read_answer(question, *line, speech_);
  if (const auto* choice = std::get_if<Choice>(&answer)) {
    const Seat seat = choice->seat;
    const auto refused = table_.submit(seat, *choice->action, table_.decision(seat), now_());
    if (refused) console_.say(refusal_text(w(), *refused, speech_.names));
  } else {
    console_.say(std::get<std::string>(answer));
  }
}

void PlainGame::nobody_nopes() {
  while (table_.phase() == Phase::Window) submit(table_.next_asked(), word(Verb::Pass));
}

void PlainGame::submit(Seat seat, Action action) {
  hot_seat_.noticed();
  const auto refused = table_.submit(seat, action, table_.decision(seat), now_());
  if (refused) console_.say(refusal_text(w(), *refused, speech_.names));
}

// ---- input -------------------------------------------------------------------------------------

std::optional<std::string> PlainGame::listen(const Question& question) {
  while (true) {
    show(question);
    const auto line = read_in_time();
    if (!line || !obeyed(*line)) return line;
  }
}

std::optional<std::string> PlainGame::read_in_time() {
  const auto deadline = table_.deadline();
  if (!deadline) return console_.read_line();
  const Time left = std::max(Time{0}, *deadline - now_());
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  console_.say(w().ui("time_left", {{"number", std::to_string(seconds)}}));
  auto line = console_.read_line_within(left);
  if (line && now_() < *deadline) return line;
  console_.say(w().ui("time_up"));
  table_.expire(std::max(now_(), *deadline));
  return std::nullopt;
}

bool PlainGame::obeyed(const std::string& line) {
  const Command command = read_command(line);
  if (command.kind == Command::Kind::None || command.kind == Command::Kind::Back) return false;
  if (const auto lines = look(command, sight(), w(), hot_seat_.eyes() == kWatcher)) {
    console_.say(*lines);
  } else if (ask_yes_or_no(console_, w(), w().ui("really_quit"))) {
    throw Stopped{Stopped::Why::Quit};
  }
  return true;
}

}  // namespace nl
