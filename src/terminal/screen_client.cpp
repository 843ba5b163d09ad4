#include "terminal/screen_client.h"

#include <algorithm>
#include <iostream>

#include "terminal/plain_game.h"
#include "terminal/screen_game.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

constexpr Time kTick{200};
constexpr Time kIdle{1'000};
constexpr std::size_t kRecent = 4;

std::optional<Countdown> countdown(const ClientModel& model, Time now) {
  if (const NetWindow* window = model.window()) {
    return countdown_of(window->deadline - now, Time{model.room().window_ms});
  }
  const NetQuestion* question = model.question();
  if (question == nullptr || !question->deadline) return std::nullopt;
  return countdown_of(*question->deadline - now, Time{1'000 * model.room().turn_s});
}

Lines prompt_of(const NetSession& session, std::size_t answered) {
  const ClientModel& model = session.model();
  const Sight sight = sight_of(model);
  const Words& w = session.w();
  const auto fresh = sight.events.subspan(std::min(answered, sight.events.size()));
  Lines lines;
  if (!model.watching()) lines = news_lines(fresh, sight.view.viewer, sight.names, w);
  const auto question = session.question();
  Lines rest = question ? question->text : waiting_lines(sight, w);
  lines.insert(lines.end(), rest.begin(), rest.end());
  if (question) return lines;
  if (model.watching()) {
    lines.push_back(w.ui("net_you_watch"));
  } else if (!model.playing()) {
    lines.push_back(w.ui("net_you_are_out"));
  }
  return lines;
}

class ScreenClient {
 public:
  ScreenClient(NetSession& session, ClientModel& model, Link& link, Tty& tty, bool animated)
      : session_(session),
        model_(model),
        link_(link),
        tty_(tty),
        stage_(tty),
        dialogue_(tty, unused_),
        animated_(animated) {
    stage_.play_with_others(link.wake_file());
  }

  void play() {
    while (session_.end() == NetEnd::No) {
      exchange_messages(session_, model_, link_, steady_now());
      session_.update(steady_now());
      send();
      take_news();
      if (session_.end() != NetEnd::No) break;
      const auto page = session_.page();
      if (page != page_) turn_to(page);
      if (page == NetSession::Page::Game) {
        ask_game();
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

  void turn_to(NetSession::Page page) {
    const bool rulebook = page == NetSession::Page::Game;
    if (rulebook) stage_.set_help(net_help());
    page_ = page;
    notice_.clear();
    menu_ = {};
    tty_.wipe();
  }

  Note net_help() const {
    Note note = help_note(session_.w(), model_.rules());
    note.lines.insert(note.lines.begin() + 1, session_.w().ui("net_help_screen"));
    return note;
  }

  // Everything that is told goes into the log; the rest is for the eye.
  void take_news() {
    for (; told_ < model_.told().size(); ++told_) {
      const News& told = model_.told()[told_];
      const bool event = told.kind == News::Kind::Happened;
      if (event && told.event.kind == EventKind::GameStarted) log_.clear();
      if (event && is_noise(told.event, model_.rules())) continue;
      if (told.kind == News::Kind::Refused) {
        notice_ = session_.words_of(told);
        continue;
      }
      for (std::string& line : session_.words_of(told)) {
        if (line.empty()) continue;
        if (!event) recent_.push_back(line);
        log_.push_back(std::move(line));
      }
      if (event && !told.before && animated_ && is_explosion(told.event)) {
        Scene page = net_scene(session_, log_, answered_, steady_now());
        show_explosion(stage_, page, told.event);
      }
    }
    if (recent_.size() > kRecent) recent_.erase(recent_.begin(), recent_.end() - kRecent);
  }

  // ---- the game -----------------------------------------------------------------------------

  void ask_game() {
    Scene page = net_scene(session_, log_, answered_, steady_now());
    restore(page);
    const Wished wished = stage_.ask(page, table_page, page.countdown ? kTick : kIdle);
    keep(page);
    switch (wished.wish) {
      case Wish::Odds: notice_ = {odds_line(model_.odds(), session_.w())}; break;
      case Wish::Choose: choose(wished.input); break;
      case Wish::Say: session_.talk(wished.input); break;
      case Wish::Quit: session_.quit(steady_now()); break;
      case Wish::Interrupt: session_.interrupt(steady_now()); break;
      default: break;
    }
    if (stage_.stopped() == Stop::Interrupted) session_.terminated();
    if (stage_.stopped() == Stop::Closed) session_.terminated();
  }

  void choose(const std::string& input) {
    kept_.typed.clear();
    const bool open = session_.question().has_value();
    notice_ = session_.type(input, steady_now());
    // Taken: what was shown for this question has been seen.
    if (open && !session_.question()) answered_ = model_.events().size();
  }

  // What the player was about to do outlives a redrawing, but not another question.
  struct Kept {
    std::uint64_t question = 0;
    int selected = -1;
    int log_back = 0;
    std::string typed{};
    std::optional<std::string> talk{};
  };
  std::uint64_t question_key() const {
    const NetQuestion* open = model_.question();
    const auto game = static_cast<std::uint64_t>(model_.game()) << 40;
    return open == nullptr || open->answered ? 0 : game | open->decision;
  }
  void restore(Scene& page) {
    if (kept_.question != question_key()) {
      if (model_.game() != game_) answered_ = 0;
      game_ = model_.game();
      kept_ = {.question = question_key(), .log_back = kept_.log_back, .talk = kept_.talk};
      if (kept_.question != 0) notice_.clear();
    }
    page.selected = kept_.selected;
    page.log_back = kept_.log_back;
    page.typed = kept_.typed;
    page.talk = kept_.talk;
    page.notice = notice_.empty() ? "" : notice_.back();
  }
  void keep(const Scene& page) {
    kept_.selected = page.selected;
    kept_.log_back = page.log_back;
    kept_.typed = page.typed;
    kept_.talk = page.talk;
    if (page.notice.empty()) notice_.clear();
  }

  // ---- menus --------------------------------------------------------------------------------

  void ask_menu() {
    Lines said = recent_;
    said.insert(said.end(), notice_.begin(), notice_.end());
    DialoguePage fresh = menu_page(session_.menu(), said, session_.w().ui("net_keys"));
    if (const std::string banner = session_.banner(); !banner.empty()) {
      fresh.before.insert(fresh.before.begin(), "*** " + banner);
    }
    if (fresh.items.size() == menu_.items.size()) fresh.selected = menu_.selected;
    fresh.typed = menu_.typed;
    menu_ = std::move(fresh);
    Time wait = kIdle;
    if (const auto at = session_.wakes_at()) wait = std::clamp(*at - steady_now(), Time{0}, wait);
    const InputLine line = dialogue_.ask(menu_, wait, link_.wake_file());
    switch (line.kind) {
      case InputLine::Kind::Text:
        menu_ = {};
        notice_ = session_.type(line.text, steady_now());
        break;
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
  std::optional<NetSession::Page> page_;
  std::size_t told_ = 0;
  Lines log_;
  Lines recent_;
  Lines notice_;
  Kept kept_;
  int game_ = 0;
  std::size_t answered_ = 0;  // events that there were when the player last answered
  DialoguePage menu_;
};

}  // namespace

DialoguePage menu_page(const Menu& menu, const Lines& recent, const std::string& keys) {
  DialoguePage page{.before = menu.head, .keys = keys, .big = menu.code};
  for (std::size_t i = 0; i < menu.items.size(); ++i) {
    page.items.push_back({std::to_string(i + 1), menu.items[i].text});
  }
  page.after = menu.foot;
  page.after.insert(page.after.end(), recent.begin(), recent.end());
  return page;
}

Scene net_scene(const NetSession& session, const Lines& log, std::size_t answered, Time now) {
  Scene scene = scene_of(sight_of(session.model()), session.w());
  scene.log = log;
  scene.banner = session.banner();
  scene.question = session.question();
  scene.prompt = prompt_of(session, answered);
  scene.countdown = countdown(session.model(), now);
  scene.keys = session.w().ui("net_screen_keys");
  return scene;
}

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
