// Golden tests of the pages around a game: start page with kept games, how to play, after a game,
// statistics, and the first game.
#include <gtest/gtest.h>

#include "terminal/golden.h"
#include "terminal/home_pages.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_lesson.h"
#include "terminal/screen_table.h"

namespace nl {
namespace {

void draw_page(const std::string& name, Language language, const DialoguePage& page) {
  Hits hits;
  for (const ScreenSize size : kSizes) {
    compare_golden(golden_file(name, language, size),
                   plain(dialogue_element(page, size, hits), size));
  }
}

void draw_dialogue(const std::string& name, Language language, const std::string& said) {
  draw_page(name, language, dialogue_page(said));
}

TEST(HomeGolden, TERM_2_TheStartPageWithKeptGames) {
  for (const Language language : all_languages()) {
    const GamesFolder folder;
    folder.keep("20261114-2030", 1);
    folder.keep("20261115-2145", 2);
    folder.keep("20261116-0815", 3, 10);
    const Pages pages = pages_of(at_home(folder, language), {"g", "", "s", ""});
    draw_dialogue("home_start", language, pages.all[0]);
    draw_dialogue("home_games", language, pages.all[1]);
    draw_page("home_stats", language, reading_page(pages.all[3]));
  }
}

TEST(HomeGolden, TERM_2_HowToPlayAndAfterTheGame) {
  for (const Language language : all_languages()) {
    const GamesFolder folder;
    PlayOptions options = at_home(folder, language);
    options.bots = {"easy", "hard"};
    const Pages pages = pages_of(options, {"1", "2", "", "", ""});
    draw_dialogue("home_settings", language, pages.all[2]);
    draw_dialogue("home_goal", language, pages.all[3]);
    draw_dialogue("home_cards", language, pages.all[4]);
    // On the screen the game itself is played elsewhere.
    const std::string& end = pages.all[5];
    const std::size_t review = end.find(words(language).ui("evening").substr(0, 6));
    draw_dialogue("home_after", language, end.substr(end.rfind("\n\n", review) + 1));
  }
}

TEST(HomeGolden, TERM_2_TheFirstGame) {
  for (const Language language : all_languages()) {
    for (const ScreenSize size : kSizes) {
      LessonPlayer lesson(language);
      Hits hits;
      const auto draw = [&](const std::string& name, std::size_t spoken) {
        compare_golden(golden_file(name, language, size),
                       plain(table_page(lesson_scene(lesson, spoken), size, hits), size));
      };
      draw("learn_welcome", 0);
      draw("learn_draw", 2);
      while (lesson.table_model().view.phase() != Phase::Window) lesson.go_on();
      draw("learn_nope", 0);
    }
  }
}

}  // namespace
}  // namespace nl
