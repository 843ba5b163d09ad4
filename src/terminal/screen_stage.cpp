#include "terminal/screen_stage.h"

#include <algorithm>
#include <utility>

#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

void ScreenStage::show(const Scene& scene, const Draw& draw) {
  const ScreenSize size = tty_.size();
  tty_.show(drawn(draw(scene, size, hits_), size));
}

// Whether a key was pressed; notes whatever ends the game.
bool ScreenStage::woke(Wake wake) {
  if (wake == Wake::Interrupted && leaving_is_asked_) {
    interrupted_ = true;
  } else if (wake == Wake::Interrupted || wake == Wake::Terminated) {
    stop_ = Stop::Interrupted;
  }
  if (wake == Wake::Closed) stop_ = Stop::Closed;
  if (wake == Wake::Resized) tty_.wipe();
  return wake == Wake::Pressed;
}

void ScreenStage::show_note(const Scene& scene, const Draw& draw, const Note& note) {
  const ScreenSize size = tty_.size();
  tty_.show(drawn(with_note(draw(scene, size, hits_), note, scene.w, size), size));
}

void ScreenStage::tell(const Scene& scene, const Draw& draw, Note note) {
  while (goes_on() && !interrupted_) {
    show_note(scene, draw, note);
    if (!woke(tty_.wait(kForEver))) continue;
    switch (tty_.key().kind) {
      case KeyKind::Down:
      case KeyKind::WheelDown: note.scrolled += 1; break;
      case KeyKind::PageDown: note.scrolled += 8; break;
      case KeyKind::Up:
      case KeyKind::WheelUp: note.scrolled = std::max(0, note.scrolled - 1); break;
      case KeyKind::PageUp: note.scrolled = std::max(0, note.scrolled - 8); break;
      default: return;
    }
    const int most = note_scroll_limit(note, tty_.size());
    note.scrolled = std::min(note.scrolled, most);
  }
}

void ScreenStage::describe(const Scene& scene, const Draw& draw) {
  const auto selected = static_cast<std::size_t>(scene.selected);
  const bool chosen = scene.question && selected < scene.question->choices.size();
  const Card card = chosen ? scene.question->choices[selected].card : kNoCard;
  if (card == kNoCard) return tell(scene, draw, help_);
  tell(scene, draw, {scene.w.card(card), {scene.w.card_text(card)}, card});
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
    case Wish::Help: tell(scene, draw, help_); return true;
    case Wish::Describe: describe(scene, draw); return true;
    case Wish::Quit:
      if (leaving_is_asked_) return false;
      really_quit(scene, draw);
      return true;
    case Wish::Back: return true;
    case Wish::Talk:
      if (leaving_is_asked_) scene.talk.emplace();
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
