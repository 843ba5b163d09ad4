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
bool ScreenStage::read_note(Scene& scene) {
  int by = 0;
  switch (tty_.key().kind) {
    case KeyKind::Down:
    case KeyKind::WheelDown: by = 1; break;
    case KeyKind::PageDown: by = 8; break;
    case KeyKind::Up:
    case KeyKind::WheelUp: by = -1; break;
    case KeyKind::PageUp: by = -8; break;
    case KeyKind::Character: scene.note.reset(); return reads_lines(scene);
    default: scene.note.reset(); return false;
  }
  const int most = note_scroll_limit(note_over(scene), tty_.size());
  scene.note->scrolled = std::clamp(scene.note->scrolled + by, 0, most);
  return false;
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
  // A page that asks stays until it is answered; one that is only looked at would be gone.
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

// Yes or no, as plain mode asks it: nothing but 1 and 2 will do.
void ScreenStage::ask_to_quit(const Scene& scene) {
  Scene page = scene;
  page.note.reset();
  page.prompt.clear();
  page.typed.clear();
  page.notice.clear();
  page.countdown.reset();
  page.selected = -1;
  page.ahead = false;
  page.question = Question{.phase = Phase::Window, .seat = 0, .text = farewell_};
  if (farewell_.empty()) page.question->text = {scene.w.ui("really_quit")};
  page.question->choices = {{.number = 1, .text = scene.w.ui("yes"), .action = word(Verb::Nope)},
                            {.number = 2, .text = scene.w.ui("no"), .action = word(Verb::Pass)}};
  const Speech speech{scene.w, scene.names, scene.first_number};
  while (goes_on()) {
    show(page, table_page);
    if (!woke(tty_.wait(kForEver)) || too_small()) continue;
    const Wished wished = press(page, hits_, tty_.key());
    if (wished.wish == Wish::Back) return;
    if (wished.wish != Wish::Choose) continue;
    const Answer answer = wished.choice ? picked_answer(*wished.choice, speech)
                                        : read_answer(*page.question, wished.input, speech);
    page.typed.clear();
    if (const auto* wrong = std::get_if<std::string>(&answer)) {
      page.notice = *wrong;
      continue;
    }
    if (std::get<Choice>(answer).number == 1) stop_ = Stop::Quit;
    return;
  }
}

bool ScreenStage::grant(Scene& scene, const Draw& draw, const Wished& wished) {
  switch (wished.wish) {
    case Wish::Nothing: return true;
    case Wish::Changed: {
      const int most = std::max(0, log_lines(scene, tty_.size()) - 1);
      scene.log_back = std::min(scene.log_back, most);
      return true;
    }
    case Wish::Look:
      if (wished.command.kind == Command::Verb::Help) {
        lay_over(scene, draw, help_);
      } else if (wished.command.kind == Command::Verb::Describe) {
        describe(scene, draw, wished.command.argument);
      } else {
        return false;
      }
      return true;
    case Wish::Quit:
      if (with_others_) return false;
      ask_to_quit(scene);
      return true;
    case Wish::Talk:
      if (with_others_) scene.talk.emplace();
      return true;
    case Wish::Back:
    case Wish::Say:
    case Wish::Interrupt:
    case Wish::Faster:
    case Wish::Slower:
    case Wish::Forward:
    case Wish::Choose: return false;
  }
  return true;
}

bool ScreenStage::too_small() const { return is_too_small(tty_.size()); }

Wished ScreenStage::obeyed(Scene& scene, Wished wished) const {
  if (wished.wish != Wish::Choose || wished.input.empty()) return wished;
  if (with_others_ && letter_of(wished.input) == 't') {
    scene.typed.clear();
    return {Wish::Talk};
  }
  const Command command = read_command(wished.input);
  if (command.kind == Command::Verb::None) return wished;
  scene.typed.clear();
  if (command.kind == Command::Verb::Quit) return {Wish::Quit};
  if (command.kind == Command::Verb::Back) return {Wish::Back};
  return {.wish = Wish::Look, .input = wished.input, .command = command};
}

Wished ScreenStage::pressed(Scene& scene) {
  if (too_small()) return {};
  if (scene.note && !read_note(scene)) return {};
  const Wished wished = press(scene, hits_, tty_.key());
  if (wished.wish == Wish::Changed || wished.wish == Wish::Choose) scene.notice.clear();
  return obeyed(scene, wished);
}

Wished ScreenStage::ask(Scene& scene, const Draw& draw, milliseconds longest) {
  const auto end = Clock::now() + longest;
  while (goes_on()) {
    show(scene, draw);
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) return {};
    const Wake wake = tty_.wait(left, listen_to_);
    if (wake == Wake::News) return {};
    const bool key = woke(wake);
    if (std::exchange(interrupted_, false)) return {Wish::Interrupt};
    if (!key) continue;
    const Wished wished = pressed(scene);
    if (!grant(scene, draw, wished)) return wished;
  }
  return {};
}

Wished ScreenStage::pause(Scene& scene, const Draw& draw, milliseconds time) {
  const auto end = Clock::now() + time;
  const int listen_to = std::exchange(listen_to_, -1);
  Wished wish;
  if (time <= milliseconds{0}) show(scene, draw);
  while (goes_on() && wish.wish == Wish::Nothing) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (left <= milliseconds{0}) break;
    const Wished wished = ask(scene, draw, left);
    if (wished.wish == Wish::Interrupt) interrupted_ = true;
    if (wished.wish != Wish::Back) wish = wished;
  }
  listen_to_ = listen_to;
  return wish;
}

bool ScreenStage::watch(const Scene& scene, const Draw& draw, milliseconds time) {
  const auto end = Clock::now() + time;
  while (goes_on()) {
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
