// Page loop of the full screen.
#include "terminal/screen_stage.h"

#include <algorithm>
#include <utility>

#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

// Text over the page leaves a question with a deadline visible.
Note note_over(const Scene& scene) {
  Note note = *scene.note;
  if (scene.question && scene.countdown && !scene.question->text.empty()) {
    note.foot = scene.question->text.back() + "  " + time_left_words(*scene.countdown, scene.w);
  }
  return note;
}

}  // namespace

ftxui::Element scene_page(const Scene& scene, const ScreenStage::Draw& draw, ScreenSize size,
                          Hits& hits) {
  if (is_too_small(size)) return too_small_page(scene.w, size);
  ftxui::Element page = draw(scene, size, hits);
  if (scene.note) page = with_note(std::move(page), note_over(scene), scene.w, size);
  return page;
}

void ScreenStage::show(const Scene& scene, const Draw& draw) {
  const ScreenSize size = tty_.size();
  tty_.show(drawn(scene_page(scene, draw, size, hits_), size));
}

// True if a key was pressed; notes events that end the game.
bool ScreenStage::woke(Wake wake) {
  if (wake == Wake::Interrupted && with_others_) {
    interrupted_ = true;
  } else if (wake == Wake::Interrupted || wake == Wake::Terminated) {
    stop_ = Stop::Interrupted;
  }
  if (wake == Wake::Closed) stop_ = Stop::Closed;
  if (wake == Wake::Resized) tty_.wipe();
  return wake == Wake::Pressed;
}

// Scrolls the note, or closes it. The closing key has no other effect.
void ScreenStage::read_note(Scene& scene) {
  const int most = note_scroll_limit(note_over(scene), tty_.size());
  scene.note->scrolled = std::min(scene.note->scrolled, most);
  const KeyKind key = tty_.key().kind;
  const bool wheel = key == KeyKind::WheelDown || key == KeyKind::WheelUp;
  if (most == 0 && !wheel) return scene.note.reset();
  int by = 0;
  switch (key) {
    case KeyKind::Down:
    case KeyKind::WheelDown: by = 1; break;
    case KeyKind::PageDown: by = 8; break;
    case KeyKind::Up:
    case KeyKind::WheelUp: by = -1; break;
    case KeyKind::PageUp: by = -8; break;
    case KeyKind::Home: by = -most; break;
    case KeyKind::End: by = most; break;
    default: scene.note.reset(); return;
  }
  scene.note->scrolled = std::clamp(scene.note->scrolled + by, 0, most);
}

void ScreenStage::tell(const Scene& scene, const Draw& draw, Note note) {
  Scene page = scene;
  page.note = std::move(note);
  while (goes_on() && page.note) {
    show(page, draw);
    if (woke(tty_.wait(kForEver)) && !too_small()) read_note(page);
  }
}

void ScreenStage::lay_over(Scene& scene, const Draw& draw, Note note) {
  // A page with a question stays until it is answered; a mere view would vanish.
  if (with_others_ || (reads_lines(scene) && !scene.ahead)) {
    scene.note = std::move(note);
  } else {
    tell(scene, draw, std::move(note));
  }
}

void ScreenStage::describe(Scene& scene, const Draw& draw, const std::string& named) {
  const auto selected = static_cast<std::size_t>(scene.selected);
  const bool chosen = scene.question && selected < scene.question->choices.size();
  auto card = chosen ? scene.question->choices[selected].card : kNoCard;
  if (!named.empty()) {
    const auto found = find_card(named);
    if (!found) {
      scene.notice = describe_card(named, scene.w).front();
      return;
    }
    card = *found;
  }
  if (card == kNoCard) {
    scene.notice = scene.w.ui("describe_what");
    return;
  }
  lay_over(scene, draw,
           {.title = scene.w.card(card), .lines = {scene.w.card_text(card)}, .card = card});
}

// Yes or no, as in plain mode.
void ScreenStage::ask_to_quit(const Scene& scene) {
  Scene page = scene;
  page.note.reset();
  page.prompt.clear();
  page.typed.clear();
  page.notice.clear();
  page.countdown.reset();
  page.selected = -1;
  page.ahead = page.quick = page.digits = false;
  page.commands = false;
  page.keys = scene.w.ui("screen_keys_quit");
  page.question = Question{.phase = Phase::Window, .seat = 0, .text = farewell_};
  if (farewell_.empty()) page.question->text = {scene.w.ui("really_quit")};
  page.question->choices = {{.number = 1, .text = scene.w.ui("yes"), .action = word(Verb::Nope)},
                            {.number = 2, .text = scene.w.ui("no"), .action = word(Verb::Pass)}};
  while (goes_on()) {
    show(page, table_page);
    if (!woke(tty_.wait(kForEver)) || too_small()) continue;
    const UiAction action = press(page, hits_, tty_.key());
    if (action.verb == UiVerb::Back) return;
    if (action.verb != UiVerb::Choose) continue;
    const auto answer = action.choice ? action.choice->number == 1 : read_yes_or_no(action.input);
    page.typed.clear();
    if (answer) {
      if (*answer) stop_ = Stop::Quit;
      return;
    }
    page.notice = scene.w.refusal(Refusal::OneOrTwo);
  }
}

bool ScreenStage::grant(Scene& scene, const Draw& draw, const UiAction& action) {
  switch (action.verb) {
    case UiVerb::Nothing: return true;
    case UiVerb::Changed: {
      const int most = std::max(0, log_lines(scene, tty_.size()) - 1);
      scene.log_back = std::min(scene.log_back, most);
      return true;
    }
    case UiVerb::Look:
      if (action.command.kind == Command::Verb::Help) {
        lay_over(scene, draw, help_);
      } else if (action.command.kind == Command::Verb::Describe) {
        describe(scene, draw, action.command.argument);
      } else {
        return false;
      }
      return true;
    case UiVerb::Quit:
      if (with_others_) return false;
      ask_to_quit(scene);
      return true;
    case UiVerb::Talk:
      if (with_others_) scene.talk.emplace();
      return true;
    case UiVerb::Back:
    case UiVerb::Say:
    case UiVerb::Interrupt:
    case UiVerb::Faster:
    case UiVerb::Slower:
    case UiVerb::Forward:
    case UiVerb::Choose: return false;
  }
  return true;
}

bool ScreenStage::too_small() const { return is_too_small(tty_.size()); }

// A server doesn't wait.
void ScreenStage::wait_for_room(const Scene& scene, const Draw& draw) {
  while (goes_on() && too_small() && !with_others_) {
    show(scene, draw);
    woke(tty_.wait(kForEver));
  }
}

UiAction ScreenStage::obeyed(Scene& scene, UiAction action) const {
  if (action.verb != UiVerb::Choose || action.input.empty()) return action;
  if (with_others_ && letter_of(action.input) == 't') {
    scene.typed.clear();
    return {UiVerb::Talk};
  }
  const Command command = read_command(action.input);
  if (command.kind == Command::Verb::None) return action;
  scene.typed.clear();
  if (command.kind == Command::Verb::Quit) return {UiVerb::Quit};
  if (command.kind == Command::Verb::Back) return {UiVerb::Back};
  return {.verb = UiVerb::Look, .input = action.input, .command = command};
}

UiAction ScreenStage::pressed(Scene& scene) {
  if (too_small()) return {};
  if (scene.note) {
    read_note(scene);
    return {};
  }
  const UiAction action = press(scene, hits_, tty_.key());
  if (action.verb == UiVerb::Changed || action.verb == UiVerb::Choose) scene.notice.clear();
  return obeyed(scene, action);
}

UiAction ScreenStage::ask(Scene& scene, const Draw& draw, milliseconds longest) {
  const auto end = Clock::now() + longest;
  while (goes_on()) {
    show(scene, draw);
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) return {};
    const Wake wake = tty_.wait(left, listen_to_);
    if (wake == Wake::News) return {};
    const bool key = woke(wake);
    if (std::exchange(interrupted_, false)) return {UiVerb::Interrupt};
    if (!key) continue;
    const UiAction action = pressed(scene);
    if (!grant(scene, draw, action)) return action;
  }
  return {};
}

UiAction ScreenStage::pause(Scene& scene, const Draw& draw, milliseconds time) {
  const auto end = Clock::now() + time;
  const int listen_to = std::exchange(listen_to_, -1);
  UiAction result;
  wait_for_room(scene, draw);
  if (time <= milliseconds{0}) show(scene, draw);
  while (goes_on() && result.verb == UiVerb::Nothing) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) break;
    const UiAction action = ask(scene, draw, left);
    if (action.verb == UiVerb::Interrupt) interrupted_ = true;
    if (action.verb != UiVerb::Back) result = action;
  }
  listen_to_ = listen_to;
  return result;
}

bool ScreenStage::watch(const Scene& scene, const Draw& draw, milliseconds time) {
  const auto end = Clock::now() + time;
  while (goes_on()) {
    wait_for_room(scene, draw);
    show(scene, draw);
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) break;
    const Wake wake = tty_.wait(left, listen_to_);
    if (wake == Wake::News && !take_news_()) return false;
    if ((woke(wake) && !too_small()) || interrupted_) return false;
  }
  return true;
}

}  // namespace nl
