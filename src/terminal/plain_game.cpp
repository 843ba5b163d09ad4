// Local game in plain lines: hot seat, questions and answers.
#include "terminal/plain_game.h"

#include <algorithm>
#include <chrono>

#include "names/names.h"
#include "terminal/draft.h"
#include "terminal/parse_line.h"
#include "terminal/start_page.h"

namespace nl {
Time steady_now() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

PlainHotSeat::PlainHotSeat(Table& table, Console& console, RecordFile& record, Language language,
                           bool resumed, NowFunction now)
    : table_(table),
      console_(console),
      record_(record),
      speech_(speech_for(table, language)),
      hot_seat_(table, resumed),
      now_(std::move(now)),
      narrator_(speech_.w) {
  speech_.numbers = &numbers_;
}

TableModel PlainHotSeat::table_model() const {
  TableModel table_model = table_model_of(table_, hot_seat_.eyes());
  table_model.numbers = speech_.numbers;
  return table_model;
}

void PlainHotSeat::play() {
  while (true) {
    record_.save(table_.record());  // store first, then announce
    tell(hot_seat_.unread());
    const Prompt prompt = hot_seat_.next();
    if (prompt.kind == Prompt::Step::Over) break;
    step(prompt);
  }
  // The last player's private events are public now.
  hot_seat_.hidden();
  console_.say(game_statistics_lines(table_.events(kWatcher), table_.names(), w()));
}

void PlainHotSeat::step(const Prompt& prompt) {
  const Seat seat = prompt.seat;
  switch (prompt.kind) {
    case Prompt::Step::Bot: return table_.play_bot(seat, now_());
    case Prompt::Step::Forced: submit(seat, table_.view(seat).legal.nth(0)); return;
    case Prompt::Step::Hide: return hide(seat);
    case Prompt::Step::HandOver: return hand_over(seat);
    case Prompt::Step::FirstLook: return first_look(seat);
    case Prompt::Step::Look: return look_at_hand(seat);
    case Prompt::Step::Question: return ask(seat);
    case Prompt::Step::Claim: return ask_claimant(seat);
    case Prompt::Step::NopeInTurn: return ask_for_nope(seat);
    case Prompt::Step::NopeTable: return ask_table_for_nope();
    case Prompt::Step::Over: return;
  }
}

void PlainHotSeat::tell(std::span<const Event> events) {
  for (const Event& event : events) {
    console_.say(narrated_lines(event, hot_seat_.eyes(), speech_.names, narrator_));
  }
}

// ---- whose eyes are on the screen --------------------------------------------------------------

void PlainHotSeat::hide(Seat seat) {
  // A pipe can't be wiped, so there is nobody to wait for.
  if (hot_seat_.unnoticed() && console_.is_terminal()) {
    wait_for_enter({w().ui("hide", {{"seat", speech_.names[seat]}})});
  }
  console_.clear();
  hot_seat_.hidden();
}

bool PlainHotSeat::wait_for_enter(const Lines& asking, std::string_view other) {
  while (true) {
    console_.blank();
    console_.say(asking);
    const std::string line = console_.read_line();
    if (line.empty()) return true;
    const bool back = read_command(line).kind == Command::Verb::Back;
    if (!other.empty() && (line == other || back)) return false;
    if (!obeyed(line)) console_.say(w().ui("only_enter"));
  }
}

void PlainHotSeat::hand_over(Seat seat) {
  const Values who = {{"seat", speech_.names[seat]}};
  const bool claimed = seat == hot_seat_.claimed();
  console_.forget_ahead();
  Lines asking;
  if (claimed) asking.push_back(w().ui("claim_over", who));
  asking.push_back(w().ui("hand_over", who));
  if (claimed) asking.push_back(w().ui("claim_mistyped"));
  if (!wait_for_enter(asking, claimed ? "back" : "")) return take_back_claim();
  const std::vector<Event> news = hot_seat_.ready(seat);
  tell(news);
}

// Nothing was shown yet, so there is nothing to tell.
void PlainHotSeat::take_back_claim() {
  hot_seat_.settle_claim();
  table_.start_clock(now_());
}

// ---- before the first turn ---------------------------------------------------------------------

void PlainHotSeat::first_look(Seat seat) {
  const Values who = {{"seat", speech_.names[seat]}};
  console_.forget_ahead();
  if (wait_for_enter({w().ui("look_first", who), w().ui("look_first_ready", who)}, "0")) {
    hot_seat_.ready(seat);
  } else {
    hot_seat_.no_looks();
  }
}

void PlainHotSeat::look_at_hand(Seat seat) {
  console_.blank();
  console_.say(hand_lines(table_.view(seat), speech_));
  wait_for_enter({w().ui("look_done", {{"seat", speech_.names[seat]}})});
  hot_seat_.noticed();
  hot_seat_.looked();
}

// ---- questions ---------------------------------------------------------------------------------

void PlainHotSeat::show(const Question& question) {
  if (console_.is_verbose() && question.phase == Phase::Turn) {
    const TableModel model = table_model();
    console_.say(table_lines(model.view, speech_));
    console_.say(odds_line(model.odds, w()));
  }
  console_.blank();
  console_.say(question_lines(question, w()));
}

// Once a turn: a screen reader would find more tedious, unless verbose.
void PlainHotSeat::show_table_once() {
  const std::size_t turns = turns_begun(table_.events(kWatcher));
  if (table_shown_ == turns || console_.is_verbose()) return;
  table_shown_ = turns;
  console_.say(table_lines(table_model().view, speech_));
}

// Step by step until the play is complete; then the table learns of it.
void PlainHotSeat::ask(Seat seat) {
  if (table_.phase() == Phase::Window) return ask_for_nope(seat);
  if (table_.phase() == Phase::Turn) show_table_once();
  numbers_.begin(turns_begun(table_.events(kWatcher)));
  Draft draft(table_.rules(), table_.view(seat));
  while (!draft.complete()) {
    const auto choice = listen(question_for(table_.rules(), draft.view(), speech_));
    if (choice) {
      draft.choose(*choice->action);
    } else if (!draft.back()) {
      console_.say(w().ui("nothing_to_take_back"));
    }
  }
  for (const Action action : draft.actions()) {
    if (!submit(seat, action)) return;
  }
}

void PlainHotSeat::ask_for_nope(Seat seat) {
  console_.forget_ahead();
  Question question = question_for(table_.rules(), table_.view(seat), speech_);
  const bool open = hot_seat_.eyes() != seat;
  // The plain sentence names no player.
  if (open && wording_of(table_.preset()) == kPlain) {
    question.text.back() = w().ui("nope_in_turn", {{"seat", speech_.names[seat]}});
  }
  const auto choice = listen(question);
  if (!choice) return;
  const auto refused = table_.submit(seat, *choice->action, table_.decision(seat), now_());
  hot_seat_.noticed();
  if (!refused) return;
  // A player who says yes without a Nope is told so, and has passed.
  refuse(*refused);
  submit(seat, word(Verb::Pass));
}

// Asks all people here at once. A player who wants to Nope then sees only their own cards.
void PlainHotSeat::ask_table_for_nope() {
  const Question question = nope_question_for(table_.view(kWatcher), table_.people(), speech_);
  // At a keyboard no accident closes it before the others could see it.
  console_.forget_ahead();
  const auto choice = listen(question, !console_.from_keyboard());
  if (!choice) return;
  if (choice->action != word(Verb::Nope)) return nobody_nopes();
  table_.stop_clock(now_());
  hot_seat_.claim(choice->seat);
}

// A player without a Nope is told so, and can then only do the same as one who keeps a Nope.
void PlainHotSeat::ask_claimant(Seat seat) {
  const Question question = claim_question_for(table_.view(seat), speech_);
  console_.say(hand_lines(table_.view(seat), speech_));
  const auto choice = listen(question);
  if (!choice) return console_.say(w().ui("nothing_to_take_back"));
  if (choice->action == word(Verb::Nope)) {
    const auto refused = table_.submit(seat, *choice->action, table_.decision(seat), now_());
    if (refused) return refuse(*refused);
  }
  hot_seat_.noticed();
  hot_seat_.settle_claim();
  table_.start_clock(now_());
  // Announces nothing before the hand is hidden.
  hide(seat);
}

void PlainHotSeat::nobody_nopes() {
  while (table_.phase() == Phase::Window) submit(table_.next_asked(), word(Verb::Pass));
}

bool PlainHotSeat::submit(Seat seat, Action action) {
  hot_seat_.noticed();
  const auto refused = table_.submit(seat, action, table_.decision(seat), now_());
  if (refused) refuse(*refused);
  return !refused;
}

void PlainHotSeat::refuse(const Refused& refused) {
  console_.say(refusal_text(w(), refused, speech_.names));
}

// ---- input -------------------------------------------------------------------------------------

std::optional<Choice> PlainHotSeat::listen(const Question& question, bool or_enter) {
  while (true) {
    show(question);
    const auto line = read_in_time();
    if (!line) return std::nullopt;
    if (line->empty() && or_enter) return Choice{};
    if (line->empty() && !is_yes_or_no(question)) continue;  // repeats the question
    const ParsedLine parsed = parse_line(question, *line, speech_);
    if (const auto* choice = std::get_if<Choice>(&parsed)) return *choice;
    if (const auto* wrong = std::get_if<std::string>(&parsed)) {
      console_.say(*wrong);
    } else if (!obey(std::get<Command>(parsed))) {
      return std::nullopt;
    }
  }
}

std::optional<std::string> PlainHotSeat::read_in_time() {
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

// True if the command is handled here; only the prompt handles going back.
bool PlainHotSeat::obey(const Command& command) {
  if (command.kind == Command::Verb::None || command.kind == Command::Verb::Back) return false;
  if (const auto lines = look(command, table_model(), w(), hot_seat_.eyes() == kWatcher)) {
    console_.say(*lines);
  } else if (ask_yes_or_no(console_, w(), quit_question(record_, w()))) {
    throw Stopped{Stopped::Why::Quit};
  }
  return true;
}

}  // namespace nl
