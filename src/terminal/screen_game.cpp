// Local game on the full screen: hot seat, questions, bots and explosions.
#include "terminal/screen_game.h"

#include <algorithm>
#include <utility>

#include "terminal/draft.h"
#include "terminal/plain_game.h"
#include "terminal/screen_drama.h"
#include "terminal/screen_table.h"

namespace nl {

Note help_note(const Words& w, const Rules& rules) {
  Note note{.title = w.ui("screen_help_title"), .lines = {w.ui("screen_help"), " "}};
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    if (rules.copies.n[static_cast<std::size_t>(kind)] == 0) continue;
    note.lines.push_back(w.card(card) + ": " + w.card_text(card));
  }
  return note;
}

ScreenGame::ScreenGame(ScreenStage& stage, Table& table, const ScreenSettings& settings,
                       bool resumed)
    : stage_(stage),
      table_(table),
      settings_(settings),
      w_(words(settings.language, wording_of(table.preset()))),
      hot_(table, resumed),
      bot_pause_(settings.bot_pause),
      animated_(settings.animated),
      narrator_(w_, settings.lively ? std::optional(table.voice()) : std::nullopt,
                table_model_of(table, kWatcher).characters) {
  stage_.set_help(help_note(w_, table.rules()));
  stage_.set_farewell(settings.farewell);
}

TableModel ScreenGame::table_model(Seat eyes) const {
  TableModel table_model = table_model_of(table_, eyes);
  table_model.numbers = &numbers_;
  if (settings_.lively) table_model.voice = table_.voice();
  return table_model;
}

// A new viewer gets the turn from its beginning; the same one gets only news.
void ScreenGame::tell_log(Seat eyes) {
  const auto events = table_.events(eyes);
  if (eyes != log_eyes_) {
    log_.clear();
    headline_.clear();
    log_events_ = 0;
    log_eyes_ = eyes;
    narrator_.go_on_after(0);
  }
  for (; log_events_ < events.size(); ++log_events_) {
    const Event& event = events[log_events_];
    const Lines lines = narrator_.tell(event, eyes, table_.names());
    if (is_noise(event, table_.rules())) continue;
    log_.insert(log_.end(), lines.begin(), lines.end());
    if (is_deed(event) && !lines.empty()) headline_ = lines.front();
  }
}

Scene ScreenGame::scene(Seat eyes) {
  tell_log(eyes);
  Scene page = scene_of(table_model(eyes), w_);
  page.log = log_;
  page.headline = headline_;
  page.goes_back = false;
  return page;
}

void ScreenGame::play() {
  if (settings_.keep) settings_.keep(table_);
  seen_ = table_.events(kWatcher).size();
  while (stage_.goes_on() && !table_.over()) take(hot_.next());
}

void ScreenGame::take(const Prompt& prompt) {
  const Seat seat = prompt.seat;
  switch (prompt.kind) {
    case Prompt::Step::Bot: return happens([&] { table_.play_bot(seat, steady_now()); });
    case Prompt::Step::Forced:
      return happens([&] { submit(seat, table_.view(seat).legal.nth(0)); });
    case Prompt::Step::Hide: return hide(seat);
    case Prompt::Step::HandOver: return hand_over(seat);
    case Prompt::Step::FirstLook: return first_look(seat);
    case Prompt::Step::Look: return look_at_hand(seat);
    case Prompt::Step::Question: return question(seat);
    case Prompt::Step::Claim: return claim(seat);
    case Prompt::Step::NopeInTurn: return nope_in_turn(seat);
    case Prompt::Step::NopeTable: return nope_at_table();
    case Prompt::Step::Over: return;
  }
}

// ---- what happens -------------------------------------------------------------------------------

template <class Deed>
void ScreenGame::happens(Deed deed) {
  Scene before = scene(hot_.eyes());
  deed();
  changed(before);
}

// Only public events take time: the length of a window must not tell who could have Noped.
void ScreenGame::changed(Scene& before) {
  if (settings_.keep) settings_.keep(table_);
  hot_.unread();
  const auto events = table_.events(kWatcher);
  const auto fresh = events.subspan(std::min(seen_, events.size()));
  seen_ = events.size();
  if (animated_) show_moment(before, fresh);
  const Seat eyes = hot_.eyes();
  Scene page = scene(eyes);
  page.keys = w_.ui(nobody_here_lives() ? "screen_keys_dead" : "screen_keys_pace");
  if (!table_.over() && !waits_for_viewer(page.view))
    page.prompt = waiting_lines(table_model(eyes), w_);
  if (!fresh.empty()) show_log(before, page);
}

// A long log is shown in parts, so that every sentence is visible for a moment.
void ScreenGame::show_log(const Scene& before, Scene& page) {
  const bool same_eyes = before.view.viewer == page.view.viewer;
  int rows = 0;  // hidden below this part
  int part = 0;
  const auto draw = [&](const Scene& scene, ScreenSize size, Hits& hits) {
    const int room = log_room(scene, size);
    const int old = same_eyes ? log_lines(before, size) : log_lines(scene, size) - room;
    rows = std::max(0, log_lines(scene, size) - old - (part + 1) * room);
    Scene shown = scene;
    shown.log_to_come = rows;
    return table_page(shown, size, hits);
  };
  do {
    pause(page, draw);
    ++part;
  } while (rows > 0 && stage_.goes_on());
}

// Players may type the next answer ahead; it is sent when its question comes.
void ScreenGame::pause(Scene& page, const ScreenStage::Draw& draw) {
  page.ahead = page.reads = !nobody_here_lives();
  page.typed = ahead_;
  const UiAction action = stage_.pause(page, draw, bot_pause_);
  ahead_ = page.typed;
  change_speed(action.verb);
  if (action.verb != UiVerb::Look) return;
  if (const auto lines =
          look(action.command, table_model(hot_.eyes()), w_, hot_.eyes() == kWatcher)) {
    stage_.tell(page, table_page, info_note(action.command, *lines, w_));
  }
}

// A key that skips an animation may begin the next answer.
void ScreenGame::keep_typed(const Key& key) {
  if (key.kind == KeyKind::Character && !key.is(' ') && !nobody_here_lives()) ahead_ += key.text;
}

void ScreenGame::change_speed(UiVerb verb) {
  constexpr Time kFastest{75};
  constexpr Time kSlowest{4'800};
  if (verb == UiVerb::Faster) bot_pause_ = std::max(kFastest, bot_pause_ / 2);
  if (verb == UiVerb::Slower) bot_pause_ = std::min(kSlowest, bot_pause_ * 2);
  // No person here is waiting.
  if (verb == UiVerb::Forward && nobody_here_lives()) {
    bot_pause_ = Time{0};
    animated_ = false;
  }
}

// If others share the screen, the animation is public: the hand stays hidden until its player
// confirms.
void ScreenGame::show_moment(Scene& before, std::span<const Event> events) {
  if (!has_drama(events)) return;
  const auto lookers = static_cast<SeatMask>(table_.people() & before.view.alive);
  const bool others_look_on = count(lookers) >= 2;
  if (others_look_on && hot_.eyes() != kWatcher) {
    hot_.hidden();
    stage_.wipe();
  }
  const bool whole = show_drama(stage_, before, events);
  if (!whole && !others_look_on) keep_typed(stage_.last_key());
}

// ---- whose eyes are on the screen ---------------------------------------------------------------

bool ScreenGame::wait_for_enter(Scene& page, const ScreenStage::Draw& draw,
                                std::string_view other) {
  page.reads = true;
  page.notice = std::exchange(notice_, "");
  while (stage_.goes_on()) {
    const UiAction action = stage_.ask(page, draw);
    if (action.verb == UiVerb::Back) {
      if (!other.empty()) return false;
      page.notice = w_.ui("only_enter");
    } else if (action.verb == UiVerb::Look) {
      show_look(page, action.command);
    } else if (action.verb == UiVerb::Choose) {
      page.typed.clear();
      if (action.input.empty()) return true;
      if (action.input == other) return false;
      page.notice = w_.ui("only_enter");
    }
  }
  return false;
}

void ScreenGame::hide(Seat seat) {
  if (hot_.unnoticed()) {
    Scene page = scene(seat);
    page.prompt = {w_.ui("screen_hide", {{"seat", table_.names()[seat]}})};
    page.keys = w_.ui("screen_keys_enter");
    ahead_.clear();
    wait_for_enter(page, table_page);
    answered_[seat] = table_.events(seat).size();  // all of it was read
  }
  hot_.hidden();
  stage_.wipe();
}

namespace {

ftxui::Element neutral_page(const Scene& scene, ScreenSize size, Hits& hits) {
  hits.clear();
  return hand_over_page(scene, size);
}

}  // namespace

void ScreenGame::hand_over(Seat seat) {
  stage_.wipe();
  forget_ahead();  // written for another viewer
  Scene page = scene(kWatcher);
  const Values who = {{"seat", table_.names()[seat]}};
  const bool claimed = seat == hot_.claimed();
  page.prompt = {w_.ui(claimed ? "claim_over" : "screen_hand_over", who),
                 w_.ui("screen_hand_over_ready", who)};
  if (claimed) page.prompt.push_back(w_.ui("claim_mistyped"));
  page.goes_back = claimed;
  page.keys = w_.ui(claimed ? "screen_keys_claimed" : "screen_keys_enter");
  if (wait_for_enter(page, neutral_page, claimed ? "back" : "")) {
    hot_.ready(seat);
  } else if (claimed && stage_.goes_on()) {
    take_back_claim();
  }
}

// Nothing was shown yet, so there is nothing to tell.
void ScreenGame::take_back_claim() {
  hot_.settle_claim();
  table_.start_clock(steady_now());
}

void ScreenGame::first_look(Seat seat) {
  stage_.wipe();
  forget_ahead();
  Scene page = scene(kWatcher);
  const Values who = {{"seat", table_.names()[seat]}};
  page.prompt = {w_.ui("look_first", who), w_.ui("look_first_ready", who)};
  page.keys = w_.ui("screen_keys_look");
  page.goes_back = true;
  if (wait_for_enter(page, neutral_page, "0")) {
    hot_.ready(seat);
  } else if (stage_.goes_on()) {
    hot_.no_looks();
  }
}

void ScreenGame::look_at_hand(Seat seat) {
  hot_.unread();
  Scene page = scene(seat);
  page.prompt = {w_.ui("look_done", {{"seat", table_.names()[seat]}})};
  ahead_.clear();
  page.keys = w_.ui("screen_keys_enter");
  if (!wait_for_enter(page, table_page)) return;
  hot_.noticed();
  hot_.looked();
}

// ---- questions ----------------------------------------------------------------------------------

namespace {

// Footer with the forms of answer that the question takes.
std::string answer_keys(const Question& question, bool goes_back, const Words& w) {
  if (is_yes_or_no(question)) return w.ui("screen_keys_claiming");
  if (question.range) return w.ui("screen_keys_number");
  if (question.phase == Phase::Target) {
    return w.ui(goes_back ? "screen_keys_player_back" : "screen_keys_player");
  }
  return w.ui(goes_back ? "screen_keys_back" : "screen_keys");
}

}  // namespace

// Step by step until the play is complete; then the table learns of it.
void ScreenGame::question(Seat seat) {
  hot_.unread();
  numbers_.begin(turns_begun(table_.events(kWatcher)));
  const Lines told = news(seat);
  Draft draft(table_.rules(), table_.view(seat));
  while (stage_.goes_on() && !draft.complete()) {
    Scene page = scene(seat);
    page.view = draft.view();
    page.question = question_for(table_.rules(), page.view, speech());
    if (page.question->phase == Phase::Window) forget_ahead();
    page.goes_back = !draft.actions().empty();
    page.keys = answer_keys(*page.question, page.goes_back, w_);
    page.prompt = told;
    page.prompt.insert(page.prompt.end(), page.question->text.begin(), page.question->text.end());
    if (const auto choice = listen(page)) {
      draft.choose(*choice->action);
    } else if (stage_.goes_on() && !draft.back()) {
      notice_ = w_.ui("nothing_to_take_back");
    }
  }
  if (!draft.complete()) return;
  hot_.noticed();
  happens([&] {
    for (const Action action : draft.actions()) {
      if (const auto refused = submit(seat, action)) return note_refusal(*refused);
    }
  });
}

void ScreenGame::nope_in_turn(Seat seat) {
  Scene page = scene(hot_.eyes());
  page.question = question_for(table_.rules(), table_.view(seat), speech());
  // The plain sentence names no player.
  if (hot_.eyes() != seat && wording_of(table_.preset()) == kPlain) {
    page.question->text.back() = w_.ui("nope_in_turn", {{"seat", table_.names()[seat]}});
  }
  page.keys = w_.ui("screen_keys_open");
  forget_ahead();
  const auto choice = listen(page);
  if (!choice) return note_no_way_back();
  happens([&] {
    const auto refused = submit(seat, *choice->action);
    if (!refused) return;
    // A player who says yes without a Nope is told so, and has passed. The next player sees it,
    // too.
    note_refusal(*refused);
    notice_ = table_.names()[seat] + ": " + notice_;
    submit(seat, word(Verb::Pass));
  });
}

// Asks all people here at once. A player who wants to Nope then sees only their own cards.
void ScreenGame::nope_at_table() {
  Scene page = scene(kWatcher);
  page.question = nope_question_for(page.view, table_.people(), speech());
  page.keys = w_.ui("screen_keys_claim");
  page.digits = true;
  // No accident closes it before the others could see it.
  forget_ahead();
  const auto choice = listen(page);
  if (!choice) return note_no_way_back();
  stage_.ignore_enter();
  if (choice->action != word(Verb::Nope)) return pass_for_people();
  table_.stop_clock(steady_now());
  hot_.claim(choice->seat);
}

// A player without a Nope is told so, and can then only do the same as one who keeps a Nope.
void ScreenGame::claim(Seat seat) {
  hot_.unread();
  Scene page = scene(seat);
  page.question = claim_question_for(page.view, speech());
  page.keys = w_.ui("screen_keys_claiming");
  const auto choice = listen(page);
  if (!choice) {
    notice_ = w_.ui("nothing_to_take_back");
    return;
  }
  const bool noped = choice->action == word(Verb::Nope);
  if (noped && !page.view.legal.has(*choice->action)) {
    return note_refusal(why_not_legal(table_.rules(), page.view, *choice->action));
  }
  hot_.settle_claim();
  // Announces nothing before the hand is hidden.
  hot_.noticed();
  hide(seat);
  if (noped) happens([&] { submit(seat, *choice->action); });
  table_.start_clock(steady_now());
}

// The last pass closes the window; its effect may open another, which nobody has answered yet.
void ScreenGame::pass_for_people() {
  happens([&] {
    auto left = static_cast<SeatMask>(table_.acting_seats() & table_.people());
    while (left != 0 && table_.phase() == Phase::Window) {
      const Seat seat = table_.next_asked();
      if (!holds(left, seat)) break;
      left = without(left, seat);
      submit(seat, word(Verb::Pass));
    }
  });
}

// ---- input --------------------------------------------------------------------------------------

void ScreenGame::forget_ahead() {
  ahead_.clear();
  stage_.forget_keys();
}

std::optional<Choice> ScreenGame::listen(Scene& page) {
  constexpr std::chrono::milliseconds kLong{3'600'000};
  page.notice = std::exchange(notice_, "");
  page.typed = std::exchange(ahead_, "");
  while (stage_.goes_on()) {
    page.countdown = countdown();
    const UiAction action = stage_.ask(page, table_page, page.countdown ? kTick : kLong);
    if (out_of_time() || action.verb == UiVerb::Back) return std::nullopt;
    if (action.verb == UiVerb::Look) show_look(page, action.command);
    if (action.verb != UiVerb::Choose) continue;
    if (page.digits && action.input.empty() && !action.choice) {
      page.notice = w_.ui("nope_zero");
      continue;
    }
    const ParsedLine parsed = parse_action(action, *page.question, speech());
    page.typed.clear();
    page.selected = -1;
    if (const auto* choice = std::get_if<Choice>(&parsed)) return *choice;
    if (const auto* wrong = std::get_if<std::string>(&parsed)) page.notice = *wrong;
  }
  return std::nullopt;
}

// Up to two lines fit below the question; more of them are shown over it.
void ScreenGame::show_look(Scene& page, const Command& command) {
  TableModel seen = table_model(hot_.eyes());
  const auto lines = look(command, seen, w_, hot_.eyes() == kWatcher);
  if (!lines) return;
  if (lines->size() == 1) {
    page.notice = lines->front();
  } else {
    page.note = info_note(command, *lines, w_);
  }
}

bool ScreenGame::out_of_time() {
  Scene before = scene(hot_.eyes());
  if (!table_.expire(steady_now())) return false;
  notice_ = w_.ui("time_up");
  changed(before);
  return true;
}

Lines ScreenGame::news(Seat eyes) const {
  const auto events = table_.events(eyes);
  const auto fresh = events.subspan(std::min(answered_[eyes], events.size()));
  return news_lines(fresh, eyes, table_.names(), w_);
}

std::optional<Refused> ScreenGame::submit(Seat seat, Action action) {
  answered_[seat] = table_.events(seat).size();  // later events count as news
  return table_.submit(seat, action, table_.decision(seat), steady_now());
}

// No answer: the player asked for a step back, unless the window's time is up.
void ScreenGame::note_no_way_back() {
  if (notice_.empty()) notice_ = w_.ui("nothing_to_take_back");
}

void ScreenGame::note_refusal(const Refused& refused) {
  notice_ = refusal_text(w_, refused, table_.names());
}

std::optional<Countdown> ScreenGame::countdown() const {
  const auto end = table_.deadline();
  if (!end) return std::nullopt;
  return countdown_of(*end - steady_now(), Time{table_.rules().window_ms});
}

}  // namespace nl
