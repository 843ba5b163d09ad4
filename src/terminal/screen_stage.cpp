#include "terminal/screen_stage.h"

#include <algorithm>
#include <utility>

#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

// A question with a deadline shows through.
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
  ftxui::Element page = draw(scene, size, hits);
  if (scene.note) page = with_note(std::move(page), note_over(scene), scene.w, size);
  return page;
}

void ScreenStage::show(const Scene& scene, const Draw& draw) {
  const ScreenSize size = tty_.size();
  tty_.show(drawn(scene_page(scene, draw, size, hits_), size));
}

// Whether a key was pressed; notes whatever ends the game.
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

// Scrolls the note, or takes it away.
void ScreenStage::read_note(Scene& scene) {
  int by = 0;
  switch (tty_.key().kind) {
    case KeyKind::Down:
    case KeyKind::WheelDown: by = 1; break;
    case KeyKind::PageDown: by = 8; break;
    case KeyKind::Up:
    case KeyKind::WheelUp: by = -1; break;
    case KeyKind::PageUp: by = -8; break;
    default: scene.note.reset(); return;
  }
  const int most = note_scroll_limit(note_over(scene), tty_.size());
  scene.note->scrolled = std::clamp(scene.note->scrolled + by, 0, most);
}

void ScreenStage::tell(const Scene& scene, const Draw& draw, Note note) {
  Scene page = scene;
  page.note = std::move(note);
  while (goes_on() && page.note) {
    show(page, draw);
    if (woke(tty_.wait(kForEver))) read_note(page);
  }
}

void ScreenStage::lay_over(Scene& scene, const Draw& draw, Note note) {
  // Others play on below it; at one terminal the game waits.
  if (with_others_) {
    scene.note = std::move(note);
  } else {
    tell(scene, draw, std::move(note));
  }
}

void ScreenStage::describe(Scene& scene, const Draw& draw) {
  const auto selected = static_cast<std::size_t>(scene.selected);
  const bool chosen = scene.question && selected < scene.question->choices.size();
  const Card card = chosen ? scene.question->choices[selected].card : kNoCard;
  if (card == kNoCard) return lay_over(scene, draw, help_);
  lay_over(scene, draw,
           {.title = scene.w.card(card), .lines = {scene.w.card_text(card)}, .card = card});
}

bool ScreenStage::really_quit(Scene& scene, const Draw& draw) {
  scene.notice = scene.w.ui("screen_quit_again");
  show(scene, draw);
  while (goes_on()) {
    if (!woke(tty_.wait(kForEver))) continue;
    if (letter_of(tty_.key()) == 'q' || letter_of(tty_.key()) == 'y') stop_ = Stop::Quit;
    break;
  }
  scene.notice.clear();
  return !goes_on();
}

bool ScreenStage::grant(Scene& scene, const Draw& draw, const Wished& wished) {
  switch (wished.wish) {
    case Wish::Nothing: return true;
    case Wish::Changed: {
      const int most = std::max(0, log_lines(scene, tty_.size()) - 1);
      scene.log_back = std::min(scene.log_back, most);
      return true;
    }
    case Wish::Help: lay_over(scene, draw, help_); return true;
    case Wish::Describe: describe(scene, draw); return true;
    case Wish::Quit:
      if (with_others_) return false;
      really_quit(scene, draw);
      return true;
    case Wish::Back: return true;
    case Wish::Talk:
      if (with_others_) scene.talk.emplace();
      return true;
    case Wish::Say:
    case Wish::Interrupt:
    case Wish::Odds:
    case Wish::Hint:
    case Wish::Choose: return false;
  }
  return true;
}

Wished ScreenStage::ask(Scene& scene, const Draw& draw, milliseconds longest) {
  const auto end = Clock::now() + longest;
  while (goes_on()) {
    show(scene, draw);
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) return {};
    const Wake wake = tty_.wait(left, listen_to_);
    if (wake == Wake::News) return {};
    const bool pressed = woke(wake);
    if (std::exchange(interrupted_, false)) return {Wish::Interrupt};
    if (!pressed) continue;
    if (scene.note) {
      read_note(scene);
      continue;
    }
    Wished wished = press(scene, hits_, tty_.key());
    if (wished.wish == Wish::Changed || wished.wish == Wish::Choose) scene.notice.clear();
    if (!grant(scene, draw, wished)) return wished;
  }
  return {};
}

void ScreenStage::pause(Scene& scene, const Draw& draw, milliseconds time) {
  const auto end = Clock::now() + time;
  const int listen_to = std::exchange(listen_to_, -1);
  while (goes_on()) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) break;
    const Wish wish = ask(scene, draw, left).wish;
    if (wish == Wish::Interrupt) interrupted_ = true;
    if (wish == Wish::Choose || wish == Wish::Interrupt) break;  // Enter: faster
  }
  listen_to_ = listen_to;
}

}  // namespace nl
