#include "terminal/screen_game.h"

#include <algorithm>

#include "terminal/card_art.h"
#include "terminal/plain_game.h"
#include "terminal/screen_table.h"

namespace nl {
namespace {

constexpr std::chrono::milliseconds kFrame{130};

}  // namespace

bool is_explosion(const Event& event) {
  return event.kind == EventKind::Died && event.card != kNoCard;
}

void show_explosion(ScreenStage& stage, Scene& page, const Event& event) {
  const Lines lines = page.w.event(event, kWatcher, page.names);
  const std::string words = lines.empty() ? "" : lines.front();
  for (int frame = 0; frame < kExplosionFrames && stage.goes_on(); ++frame) {
    const auto draw = [&](const Scene& scene, ScreenSize size, Hits& hits) {
      return with_explosion(table_page(scene, size, hits), words, frame);
    };
    stage.pause(page, draw, kFrame);
  }
}

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
      hot_(table, resumed) {
  stage_.set_help(help_note(w_, table.rules()));
}

// Told from the beginning for other eyes; for the same ones only what is new.
const Lines& ScreenGame::log_of(Seat eyes) {
  const auto events = table_.events(eyes);
  if (eyes != log_eyes_) {
    log_.clear();
    log_events_ = 0;
    log_eyes_ = eyes;
  }
  for (; log_events_ < events.size(); ++log_events_) {
    if (is_noise(events[log_events_], table_.rules())) continue;
    for (std::string& line : w_.event(events[log_events_], eyes, table_.names())) {
      log_.push_back(std::move(line));
    }
  }
  return log_;
}

Scene ScreenGame::scene(Seat eyes) {
  Scene page = scene_of(sight(eyes), w_);
  page.log = log_of(eyes);
  return page;
}

void ScreenGame::play() {
  if (settings_.keep) settings_.keep(table_);
  seen_ = table_.events(kWatcher).size();
  while (stage_.goes_on() && !table_.over()) take(hot_.next());
}

void ScreenGame::take(const Prompt& prompt) {
  switch (prompt.kind) {
    case Prompt::Kind::Bot: return play_bot(prompt.seat);
    case Prompt::Kind::Forced: return answer_only(prompt.seat);
    case Prompt::Kind::Hide: return hide(prompt.seat);
    case Prompt::Kind::HandOver: return hand_over(prompt.seat);
    case Prompt::Kind::Question: return question(prompt.seat);
    case Prompt::Kind::NopeInTurn: return nope_in_turn(prompt.seat);
    case Prompt::Kind::NopeTable: return nope_at_table();
    case Prompt::Kind::Over: return;
  }
}

void ScreenGame::answer_only(Seat seat) {
  table_.submit(seat, table_.view(seat).legal.nth(0), table_.decision(seat), steady_now());
  changed();
}

void ScreenGame::play_bot(Seat seat) {
  table_.play_bot(seat, steady_now());
  changed();
}

// Only what everybody sees takes time: how long a window lasts must not tell who could have Noped.
void ScreenGame::changed() {
  if (settings_.keep) settings_.keep(table_);
  hot_.unread();
  const auto events = table_.events(kWatcher);
  const bool news = events.size() > seen_;
  const auto fresh = events.subspan(std::min(seen_, events.size()));
  seen_ = events.size();
  const Seat eyes = hot_.eyes();
  Scene page = scene(eyes);
  if (!table_.over()) page.prompt = waiting_lines(sight(eyes), w_);
  for (const Event& event : fresh) {
    if (settings_.animated && is_explosion(event)) show_explosion(stage_, page, event);
  }
  if (news) stage_.pause(page, table_page, settings_.pace);
}

void ScreenGame::hide(Seat seat) {
  Scene page = scene(seat);
  page.prompt = {w_.ui("screen_hide", {{"seat", table_.names()[seat]}})};
  page.keys = w_.ui("screen_keys_enter");
  while (hot_.unnoticed() && stage_.goes_on()) {
    if (stage_.ask(page, table_page).wish == Wish::Choose) hot_.noticed();
  }
  hot_.hidden();
  stage_.wipe();
}

void ScreenGame::hand_over(Seat seat) {
  stage_.wipe();
  Scene page = scene(kWatcher);
  const std::string& name = table_.names()[seat];
  page.prompt = {w_.ui("screen_hand_over", {{"seat", name}}),
                 w_.ui("screen_hand_over_ready", {{"seat", name}})};
  page.keys = w_.ui("screen_keys_enter");
  const auto draw = [](const Scene& scene, ScreenSize size, Hits& hits) {
    hits.clear();
    return hand_over_page(scene, size);
  };
  while (stage_.goes_on()) {
    if (stage_.ask(page, draw).wish != Wish::Choose) continue;
    hot_.ready(seat);
    return;
  }
}

void ScreenGame::question(Seat seat) {
  hot_.unread();
  Scene page = scene(seat);
  page.question = question_for(table_.rules(), page.view, speech());
  page.prompt = news(seat);
  page.prompt.insert(page.prompt.end(), page.question->text.begin(), page.question->text.end());
  put(page, *page.question, seat);
}

void ScreenGame::nope_in_turn(Seat seat) {
  Scene page = scene(hot_.eyes());
  page.question = question_for(table_.rules(), table_.view(seat), speech());
  put(page, *page.question, seat);
}

// Asks until the question is another one, whoever changed it.
void ScreenGame::put(Scene& page, const Question& question, Seat seat) {
  const Decision decision = table_.decision(seat);
  while (stage_.goes_on() && table_.decision(seat) == decision) {
    const Wished wished = stage_.ask(page, table_page);
    if (wished.wish == Wish::Odds) {
      page.notice = odds_line(sight(seat).odds, w_);
    } else if (wished.wish == Wish::Hint) {
      const Lines lines = hint_lines(table_.rules(), page.view, speech());
      stage_.tell(page, table_page, {.title = w_.ui("hint_title"), .lines = lines});
    } else if (wished.wish == Wish::Choose) {
      hot_.noticed();
      const Answer answer = answer_of(wished, question, speech());
      page.typed.clear();
      if (const auto* wrong = std::get_if<std::string>(&answer)) {
        page.notice = *wrong;
      } else if (submit(page, seat, *std::get<Choice>(answer).action)) {
        return;
      }
    }
  }
}

Lines ScreenGame::news(Seat eyes) const {
  const auto events = table_.events(eyes);
  const auto fresh = events.subspan(std::min(answered_[eyes], events.size()));
  return news_lines(fresh, eyes, table_.names(), w_);
}

bool ScreenGame::submit(Scene& page, Seat seat, Action action) {
  answered_[seat] = table_.events(seat).size();  // what happens from here on is news next time
  const auto refused = table_.submit(seat, action, table_.decision(seat), steady_now());
  if (refused) {
    page.notice = refusal_text(w_, *refused, table_.names());
    return false;
  }
  changed();
  return true;
}

std::optional<Countdown> ScreenGame::countdown() const {
  const auto end = table_.deadline();
  if (!end) return std::nullopt;
  return countdown_of(*end - steady_now(), Time{table_.rules().window_ms});
}

// All who sit here are asked at once. Whoever Nopes presses the own number; Enter means nobody.
void ScreenGame::nope_at_table() {
  Scene page = scene(kWatcher);
  page.question = nope_question_for(page.view, table_.people(), speech());
  page.keys = w_.ui("screen_keys_nope");
  page.quick = true;
  const int nopes = page.view.play.nopes;
  while (stage_.goes_on() && table_.phase() == Phase::Window && page.view.play.nopes == nopes) {
    page.countdown = countdown();
    const auto longest = page.countdown ? kTick : std::chrono::milliseconds{3'600'000};
    const Wished wished = stage_.ask(page, table_page, longest);
    if (table_.expire(steady_now())) return changed();
    if (wished.wish != Wish::Choose) continue;
    if (wished.input.empty() && !wished.choice) return pass_for_people();
    if (nope_by(page, answer_of(wished, *page.question, speech()))) return;
  }
}

bool ScreenGame::nope_by(Scene& page, const Answer& answer) {
  page.typed.clear();
  page.selected = -1;
  const auto* choice = std::get_if<Choice>(&answer);
  if (choice == nullptr || !holds(table_.asked() & table_.people(), choice->seat)) {
    page.notice = w_.ui("screen_nope_whom");
    return false;
  }
  return submit(page, choice->seat, *choice->action);
}

// The last pass closes the window, and what happens then may open another, to which nobody has
// answered yet.
void ScreenGame::pass_for_people() {
  const int nopes = table_.view(kWatcher).play.nopes;
  for (Seat seat = 0; seat < table_.seats(); ++seat) {
    const bool same = table_.phase() == Phase::Window && table_.view(kWatcher).play.nopes == nopes;
    if (!same || !holds(table_.asked(), seat) || !holds(table_.people(), seat)) continue;
    table_.submit(seat, word(Verb::Pass), table_.decision(seat), steady_now());
  }
  changed();
}

}  // namespace nl
