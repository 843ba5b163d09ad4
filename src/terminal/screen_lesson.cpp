// Tutorial on the full screen: scenes, prompts and answers.
#include "terminal/screen_lesson.h"

#include <algorithm>

#include "terminal/screen_game.h"
#include "terminal/screen_table.h"

namespace nl {
namespace {

constexpr std::chrono::milliseconds kOthersMove{1'100};

}  // namespace

Scene lesson_scene(const LessonPlayer& player, std::size_t spoken) {
  const Words& w = player.w();
  const Lines said = player.sentences();
  Scene scene = scene_of(player.table_model(), w);
  scene.title = w.ui("learn_title") + "  " + player.progress();
  scene.log = player.log();
  if (spoken < said.size()) scene.prompt = {said[spoken]};
  const bool last = spoken + 1 >= said.size();
  if (last && player.is_asked()) {
    scene.question = player.question();
    scene.keys = w.ui("learn_keys");
  } else {
    scene.keys = w.ui("learn_keys_enter");
  }
  return scene;
}

void ScreenLesson::play() {
  stage_.set_help({player_.w().ui("learn_title"), {player_.w().ui("learn_leave")}});
  while (stage_.goes_on()) {
    listen();
    if (player_.over() || !stage_.goes_on()) return;
    if (!player_.is_asked()) {
      watch();
    } else if (!ask()) {
      return;
    }
  }
}

// Texts before a step appear one by one; the last one stays during the step.
void ScreenLesson::listen() {
  const std::size_t lines = player_.sentences().size();
  const std::size_t alone = player_.is_asked() && lines > 0 ? lines - 1 : lines;
  for (std::size_t i = 0; i < alone && stage_.goes_on(); ++i) {
    Scene page = lesson_scene(player_, i);
    page.question.reset();
    while (stage_.goes_on() && stage_.ask(page, table_page).verb != UiVerb::Choose) {
    }
  }
}

// Another player's public move stays visible for a moment.
void ScreenLesson::watch() {
  player_.go_on();
  if (player_.happened().empty() || !player_.sentences().empty()) return;
  Scene page = lesson_scene(player_, 0);
  page.question.reset();
  if (!waits_for_viewer(page.view)) page.prompt = waiting_lines(player_.table_model(), player_.w());
  stage_.pause(page, table_page, kOthersMove);
}

std::string ScreenLesson::shown_for(const Command& command) const {
  if (command.kind == Command::Verb::Odds)
    return odds_line(player_.table_model().odds, player_.w());
  return player_.w().ui("learn_not_now");
}

bool ScreenLesson::ask() {
  const Lines said = player_.sentences();
  Scene page = lesson_scene(player_, said.empty() ? 0 : said.size() - 1);
  if (said.empty()) page.prompt = page.question->text;
  const Question question = *page.question;
  while (stage_.goes_on()) {
    const UiAction action = stage_.ask(page, table_page);
    if (action.verb == UiVerb::Look) page.notice = shown_for(action.command);
    if (action.verb != UiVerb::Choose) continue;
    const ParsedLine parsed = parse_action(action, question, player_.speech());
    page.typed.clear();
    const auto* choice = std::get_if<Choice>(&parsed);
    if (const auto* wrong = std::get_if<std::string>(&parsed)) {
      page.notice = *wrong;
    } else if (choice != nullptr && player_.answer(*choice->action)) {
      return true;
    } else {
      page.notice = player_.w().ui("learn_not_now");
    }
  }
  return false;
}

}  // namespace nl
