// A game on a server on the full screen of a terminal.
#include <algorithm>
#include <iostream>

#include "terminal/net_play.h"
#include "terminal/plain_game.h"
#include "terminal/screen_game.h"
#include "terminal/screen_net.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"
#include "terminal/tty.h"

namespace nl {
namespace {

constexpr Time kIdle{1'000};

class ScreenClient {
 public:
  ScreenClient(NetSession& session, ClientModel& model, Link& link, Tty& tty, bool animated)
      : session_(session),
        model_(model),
        link_(link),
        tty_(tty),
        stage_(tty),
        dialogue_(tty, unused_),
        animated_(animated),
        pages_(session) {
    stage_.play_with_others(link.wake_file());
  }

  void play() {
    while (session_.end() == NetEnd::No) {
      exchange_messages(session_, model_, link_, steady_now());
      session_.update(steady_now());
      send();
      show_explosions(pages_.take_news());
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
  void send() {
    for (std::string& text : model_.take_outgoing()) link_.send(std::move(text));
  }

  void show_explosions(const std::vector<Event>& explosions) {
    for (const Event& event : explosions) {
      if (!animated_) continue;
      Scene page = pages_.table(steady_now());
      show_explosion(stage_, page, event);
    }
    if (stage_.take_interrupt()) session_.interrupt(steady_now());
  }

  void ask_table() {
    Scene page = pages_.table(steady_now());
    const Wished wished = stage_.ask(page, table_page, page.countdown ? kTick : kIdle);
    pages_.keep(page);
    switch (wished.wish) {
      case Wish::Look: pages_.look(wished.command); break;
      case Wish::Choose: pages_.answer(wished, steady_now()); break;
      case Wish::Say: session_.talk(wished.input); break;
      case Wish::Quit: session_.quit(steady_now()); break;
      case Wish::Interrupt: session_.interrupt(steady_now()); break;
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
    switch (line.kind) {
      case InputLine::Kind::Text: pages_.choose(line.text, steady_now()); break;
      case InputLine::Kind::Interrupted: session_.interrupt(steady_now()); break;
      case InputLine::Kind::Terminated:
      case InputLine::Kind::End: session_.terminated(); break;
      case InputLine::Kind::TimeUp: break;
    }
  }

  NetSession& session_;
  ClientModel& model_;
  Link& link_;
  Tty& tty_;
  ScreenStage stage_;
  std::ostringstream unused_;
  ScreenDialogue dialogue_;
  bool animated_;
  NetPages pages_;
};

}  // namespace

void play_net_on_screen(NetSession& session, ClientModel& model, Link& link) {
  const bool colours = !colours_off();
  use_colours(colours);
  {
    Tty tty;
    ScreenClient(session, model, link, tty, colours).play();
  }
  if (!session.end_text().empty()) std::cout << session.end_text() << std::endl;
}

}  // namespace nl
