// Event loop of a network session on the full screen.
#include <algorithm>
#include <iostream>

#include "terminal/net_pages.h"
#include "terminal/net_play.h"
#include "terminal/plain_game.h"
#include "terminal/record_lines.h"
#include "terminal/screen_drama.h"
#include "terminal/screen_game.h"
#include "terminal/screen_replay.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"
#include "terminal/tty.h"

namespace nl {
namespace {

constexpr Time kIdle{1'000};

class ScreenClient {
 public:
  ScreenClient(NetSession& session, ClientModel& model, Link& link, Terminal& tty)
      : session_(session),
        model_(model),
        link_(link),
        tty_(tty),
        stage_(tty),
        dialogue_(tty, unused_),
        animated_(!motion_off()),
        pages_(session, true) {
    dialogue_.speak(session.options().language);
    stage_.play_with_others(link.wake_file(), [this] {
      exchange();
      return !pages_.hurries(steady_now());
    });
  }

  void play() {
    while (session_.end() == NetEnd::No) {
      // A kitten is shown over the table as it was before.
      std::optional<Scene> before;
      if (pages_.at_table()) before.emplace(pages_.looked_at(steady_now()));
      exchange();
      const std::vector<Event> events = pages_.take_news();
      if (before && animated_) show_moments(*before, events);
      if (session_.end() != NetEnd::No) break;
      if (pages_.turn()) {
        if (pages_.at_table()) stage_.set_help(pages_.help());
        tty_.wipe();
      }
      if (pages_.at_table()) {
        ask_table();
      } else {
        ask_menu();
      }
      send();
    }
  }

 private:
  void exchange() {
    exchange_messages(session_, model_, link_, steady_now());
    session_.update(steady_now());
    send();
  }

  void send() {
    for (std::string& text : model_.take_outgoing()) link_.send(std::move(text));
  }

  // A running clock leaves no time for animations.
  void show_moments(const Scene& before, const std::vector<Event>& events) {
    if (pages_.hurries(steady_now())) return;
    if (!show_drama(stage_, before, events)) pages_.type_ahead(stage_.last_key());
    if (stage_.take_interrupt()) session_.interrupt(steady_now());
    if (!stage_.goes_on()) session_.terminated();
  }

  void ask_table() {
    Scene page = pages_.table(steady_now());
    const UiAction action = stage_.ask(page, table_page, page.countdown ? kTick : kIdle);
    pages_.keep(page);
    switch (action.verb) {
      case UiVerb::Look: pages_.look(action.command); break;
      case UiVerb::Back: pages_.back(); break;
      case UiVerb::Choose: pages_.answer(action); break;
      case UiVerb::Say: session_.talk(action.input); break;
      case UiVerb::Quit: session_.quit(); break;
      case UiVerb::Interrupt: session_.interrupt(steady_now()); break;
      default: break;
    }
    if (!stage_.goes_on()) session_.terminated();
  }

  void ask_menu() {
    DialoguePage page = pages_.menu(steady_now());
    Time wait = page.countdown ? kTick : kIdle;
    if (const auto at = session_.wakes_at()) wait = std::clamp(*at - steady_now(), Time{0}, wait);
    const InputLine line = dialogue_.ask(page, wait, link_.wake_file());
    if (std::exchange(page.back, false)) return session_.back();
    pages_.keep(std::move(page));
    heard(line);
    if (session_.end() == NetEnd::No) show_again(session_.take_again());
  }

  void heard(const InputLine& line) {
    switch (line.kind) {
      case InputLine::Outcome::Text: pages_.choose(line.text); break;
      case InputLine::Outcome::Interrupted: session_.interrupt(steady_now()); break;
      case InputLine::Outcome::Terminated:
      case InputLine::Outcome::End: session_.terminated(); break;
      case InputLine::Outcome::TimeUp: break;
    }
  }

  // True if the finished game is still on the screen; the next one doesn't wait.
  bool still_over() {
    exchange();
    return session_.end() == NetEnd::No && session_.page() == NetSession::Page::Over;
  }

  void show_again(NetSession::Again what) {
    if (what == NetSession::Again::Nothing) return;
    std::istringstream record(record_text(model_.record()));
    if (what == NetSession::Again::Review) return show_review(record);
    const Meanwhile meanwhile{link_.wake_file(), [this] { return still_over(); }};
    const Stop stop = replay_on(tty_, record, session_.options().language, kEveryone, meanwhile);
    if (stop == Stop::Interrupted) session_.interrupt(steady_now());
    if (stop == Stop::Closed) session_.terminated();
  }

  void show_review(std::istream& record) {
    const Words& w = session_.w();
    DialoguePage page{.before = {w.ui("home_reviewing")}};
    const ScreenSize size = tty_.size();
    Hits unused;
    tty_.wipe();
    tty_.show(drawn(dialogue_element(page, size, unused), size));
    page = {.before = review_lines(record, session_.game().names(), w),
            .after = {w.ui("home_enter")}};
    page.keys = w.ui("net_keys_outside");
    page.more = w.ui("dialogue_more");
    tty_.wipe();
    while (still_over()) {
      const InputLine line = dialogue_.ask(page, kIdle, link_.wake_file());
      if (line.kind == InputLine::Outcome::TimeUp) continue;
      if (line.kind != InputLine::Outcome::Text) heard(line);
      break;
    }
    tty_.wipe();
  }

  NetSession& session_;
  ClientModel& model_;
  Link& link_;
  Terminal& tty_;
  ScreenStage stage_;
  std::ostringstream unused_;
  ScreenDialogue dialogue_;
  bool animated_;
  NetPages pages_;
};

}  // namespace

void play_net_on(Terminal& tty, NetSession& session, ClientModel& model, Link& link) {
  ScreenClient(session, model, link, tty).play();
}

void play_net_on_screen(NetSession& session, ClientModel& model, Link& link) {
  suit_terminal();
  {
    Tty tty;
    play_net_on(tty, session, model, link);
  }
  if (!session.end_text().empty()) std::cout << session.end_text() << std::endl;
}

}  // namespace nl
