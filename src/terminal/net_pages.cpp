// Table page and menu pages of a network session.
#include "terminal/net_pages.h"

#include <algorithm>

#include "terminal/screen_game.h"

namespace nl {
namespace {

constexpr std::size_t kRecent = 4;

void append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

// End of the game: the last death, and the winner.
Lines end_lines(const TableModel& table_model, const Words& w) {
  Lines lines;
  const auto last_out =
      std::find_if(table_model.events.rbegin(), table_model.events.rend(), [](const Event& event) {
        return event.kind == EventKind::Died || event.kind == EventKind::Forfeited;
      });
  if (last_out != table_model.events.rend())
    append(lines, w.event(*last_out, table_model.view.viewer, table_model.names));
  for (const Event& event : table_model.events) {
    if (event.kind == EventKind::Won)
      append(lines, w.event(event, table_model.view.viewer, table_model.names));
  }
  return lines;
}

// Pages without a log show these words elsewhere, or need none.
bool is_said_elsewhere(ClientNotice::Topic kind) {
  return kind == ClientNotice::Topic::Happened || kind == ClientNotice::Topic::LostServer ||
         kind == ClientNotice::Topic::Verified || kind == ClientNotice::Topic::NotVerified ||
         kind == ClientNotice::Topic::Ladder;
}

bool in_room(const NetSession& session) { return session.model().in_room(); }

}  // namespace

bool NetPages::turn() {
  const auto page = session_.page();
  if (page == page_) return false;
  page_ = page;
  notice_.clear();
  menu_ = {};
  kept_.note.reset();
  return true;
}

void NetPages::take(const ClientNotice& told) {
  const bool event = told.kind == ClientNotice::Topic::Happened;
  if (event && told.event.kind == EventKind::GameStarted) {
    log_.clear();
    headline_.clear();
    recent_.clear();
  }
  if (event && is_noise(told.event, model().rules())) return;
  if (told.kind == ClientNotice::Topic::Refused) {
    // A failed entry has a page of its own.
    if (!model().refused_entry()) notice_ = session_.game().words_of(told);
    return;
  }
  if (!narrator_ || told.event.kind == EventKind::GameStarted) {
    narrator_.emplace(w(), lively_ ? model().voice() : std::nullopt,
                      session_.game().table_model().characters);
  }
  if (event) narrator_->go_on_after(told.told - (told.event.hidden ? 0 : 1));
  Lines lines = event ? narrator_->tell(told.event, model().view().viewer, session_.game().names())
                      : session_.game().words_of(told);
  std::erase(lines, "");
  if (event && is_deed(told.event) && !lines.empty()) headline_ = lines.front();
  if (!is_said_elsewhere(told.kind)) append(recent_, lines);
  append(log_, lines);
}

std::vector<Event> NetPages::take_news() {
  std::vector<Event> seen;
  for (; notices_shown_ < model().notices().size(); ++notices_shown_) {
    const ClientNotice& notice = model().notices()[notices_shown_];
    take(notice);
    if (notice.kind == ClientNotice::Topic::Happened && !notice.before)
      seen.push_back(notice.event);
  }
  if (recent_.size() > kRecent) recent_.erase(recent_.begin(), recent_.end() - kRecent);
  return seen;
}

// ---- the table ----------------------------------------------------------------------------------

std::optional<Countdown> NetPages::countdown(Time now) const {
  if (const NetWindow* window = model().window()) {
    const RoomInfo& room = model().room();
    return countdown_of(window->deadline - now, room.listening()
                                                    ? room.settings.listening_window_time()
                                                    : room.settings.window_time());
  }
  const NetQuestion* question = model().question();
  if (question == nullptr && model().clock() && model().online()) {
    return countdown_of(model().clock()->deadline - now, model().room().settings.turn_time());
  }
  if (question == nullptr || !question->deadline) return std::nullopt;
  return countdown_of(*question->deadline - now, model().room().settings.turn_time());
}

Lines NetPages::prompt() const {
  const TableModel table_model = session_.game().table_model();
  const auto fresh = table_model.events.subspan(std::min(answered_, table_model.events.size()));
  Lines lines;
  if (!model().watching())
    lines = news_lines(fresh, table_model.view.viewer, table_model.names, w());
  const auto question = session_.question();
  if (!question && table_model.view.phase() == Phase::Window) {
    append(lines, play_lines(table_model.view, table_model.speech(w())));
  }
  if (question) {
    append(lines, question->text);
    return lines;
  }
  const std::string banner = session_.banner();
  if (!banner.empty()) return {banner};
  if (!waits_for_viewer(table_model.view)) append(lines, waiting_lines(table_model, w()));
  if (model().watching()) {
    lines.push_back(w().ui("net_you_watch"));
  } else if (!model().playing()) {
    lines.push_back(w().ui("net_you_are_out"));
  }
  return lines;
}

Scene NetPages::table(Time now) {
  Scene scene = scene_of(session_.game().table_model(), w());
  scene.log = log_;
  scene.banner = session_.banner();
  scene.question = session_.question();
  restore(scene);
  scene.prompt = prompt();
  scene.countdown = countdown(now);
  scene.headline = headline_;
  scene.quick = scene.question && scene.question->phase == Phase::Window;
  scene.ahead = !scene.question && model().playing();
  scene.keys = scene.question ? w().ui("net_screen_keys") : w().ui("net_screen_keys_waiting");
  if (scene.quick) scene.keys = w().ui("net_screen_keys_window");
  return scene;
}

Scene NetPages::looked_at(Time now) {
  Scene scene = table(now);
  scene.question.reset();
  scene.note.reset();
  scene.countdown.reset();
  scene.prompt.clear();
  scene.notice.clear();
  scene.keys = w().ui("screen_keys_moment");
  return scene;
}

bool NetPages::hurries(Time now) const {
  constexpr Time kSoon{10'000};
  const NetQuestion* open = model().question();
  if (open == nullptr || open->answered) return false;
  return open->phase == Phase::Window || (open->deadline && *open->deadline - now < kSoon);
}

// Only characters that can't be a key with its own meaning.
void NetPages::type_ahead(const Key& key) {
  if (model().playing() && (key.is_digit() || key.is('-'))) kept_.typed += key.text;
}

// Input for another question is dropped. Input typed before any question belongs to this one,
// unless it is a window: nobody has typed that ahead.
void NetPages::restore(Scene& scene) {
  if (kept_.question != session_.game().question_key()) {
    const bool ahead = kept_.question == 0 && model().view().phase() != Phase::Window;
    if (model().game() != game_) answered_ = 0;
    game_ = model().game();
    kept_.question = session_.game().question_key();
    kept_.selected = -1;
    if (!ahead) kept_.typed.clear();
    if (kept_.question != 0) notice_.clear();
  }
  scene.selected = kept_.selected;
  scene.log_back = kept_.log_back;
  scene.typed = kept_.typed;
  scene.talk = kept_.talk;
  scene.note = kept_.note;
  scene.notice = notice_.empty() ? "" : notice_.back();
}

void NetPages::keep(const Scene& scene) {
  kept_.selected = scene.selected;
  kept_.log_back = scene.log_back;
  kept_.typed = scene.typed;
  kept_.talk = scene.talk;
  kept_.note = scene.note;
  if (scene.notice.empty()) notice_.clear();
}

void NetPages::answer(const UiAction& action) {
  // Without a question Enter sends nothing: the line waits for one.
  const bool early = !session_.question() && read_number(action.input);
  if (early) return;
  kept_.typed.clear();
  kept_.selected = -1;
  const bool open = session_.question().has_value();
  notice_ = action.choice ? session_.pick(*action.choice) : session_.type(action.input);
  // Accepted: the player has seen the events shown for this question.
  if (open && !session_.question()) answered_ = model().events().size();
}

void NetPages::back() { notice_ = session_.take_back(); }

// One line fits below the question; more of them are shown over it.
void NetPages::look(const Command& command) {
  TableModel seen = session_.game().table_model();
  if (lively_) seen.voice = model().voice();
  const auto lines = nl::look(command, seen, w(), false);
  if (command.kind == Command::Verb::Hint) {
    notice_ = {w().ui("net_no_hints")};
  } else if (lines && lines->size() == 1) {
    notice_ = *lines;
  } else if (lines) {
    kept_.note = info_note(command, *lines, w());
  }
}

Note NetPages::help() const {
  Note note = help_note(w(), model().rules());
  note.lines.insert(note.lines.begin(), w().ui("net_help_screen"));
  return note;
}

// ---- pages beside it ----------------------------------------------------------------------------

DialoguePage NetPages::menu(Time now) {
  const Menu menu = session_.menu();
  DialoguePage page{.after = menu.foot, .big = menu.code};
  page.more = w().ui("dialogue_more");
  if (session_.page() == NetSession::Page::Over)
    page.head = end_lines(session_.game().table_model(), w());
  append(page.before, menu.head);
  for (std::size_t i = 0; i < menu.items.size(); ++i) {
    page.items.push_back({std::to_string(i + 1), menu.items[i].text});
  }
  page.keys = in_room(session_) ? w().ui("net_keys") : w().ui("net_keys_outside");
  if (session_.page() == NetSession::Page::Leave) page.keys = w().ui("net_keys_leave");
  page.recent = recent_;
  append(page.recent, notice_);
  if (const std::string banner = session_.banner(); !banner.empty()) {
    page.before.insert(page.before.begin(), "*** " + banner);
  }
  if (const auto deadline = session_.leave_deadline()) {
    page.countdown = countdown_of(*deadline - now, NetSession::kSilence);
    page.time_left = time_left_words(*page.countdown, w());
  }
  page.scrolled = menu_.scrolled;
  if (page.items.size() == menu_.items.size()) page.selected = menu_.selected;
  page.typed = menu_.typed;
  return page;
}

void NetPages::choose(const std::string& line) {
  menu_ = {};
  notice_ = session_.type(line);
}

}  // namespace nl
