// Golden tests of pages after real keys: leaving, the pace, the winner's page, a
// review.
#include <gtest/gtest.h>

#include "coach/recorded_game.h"
#include "coach/review_text.h"
#include "terminal/both.h"
#include "terminal/golden.h"
#include "terminal/home_pages.h"
#include "terminal/screen_surface.h"

namespace nl {
namespace {

std::string typed_page(Table& table, const std::vector<std::string>& lines,
                       const ScreenSettings& settings, ScreenSize size) {
  use_colours(false);
  TypedTerminal terminal(lines, size);
  ScreenStage stage(terminal);
  ScreenGame(stage, table, settings, false).play();
  return terminal.pages.back();
}

template <class Page>
void in_all_languages_and_sizes(const std::string& name, Page page) {
  for (const Language language : all_languages()) {
    for (const ScreenSize size : kSizes) {
      compare_golden(golden_file(name, language, size), trimmed_rows(page(language, size)));
    }
  }
}

Staged three_people() {
  return staged(Preset::Official, kBase, {{Card::Skip, Card::See}, {Card::Nope}, {Card::Attack}});
}

TEST(PagesGolden, TERM_2_TERM_8_LeavingAsksAndSaysThatTheGameIsKept) {
  in_all_languages_and_sizes("quit", [](Language language, ScreenSize size) {
    Table table = make_table(three_people());
    const GamesFolder folder;
    RecordFile record("");
    record.keep_beside(folder.path / "game.jsonl");
    const ScreenSettings settings{.language = language,
                                  .bot_pause = Time{0},
                                  .animated = false,
                                  .farewell = quit_question(record, words(language))};
    return typed_page(table, {"0", "", "quit", "maybe"}, settings, size);
  });
}

TEST(PagesGolden, TERM_2_TERM_10_WhileOthersPlayThePaceCanBeChanged) {
  in_all_languages_and_sizes("pace", [](Language language, ScreenSize size) {
    Table table = make_table(three_people());
    const ScreenSettings settings{
        .language = language, .bot_pause = Time{60'000}, .animated = false};
    return typed_page(table, {"0", "", "see"}, settings, size);
  });
}

// ---- after a game -------------------------------------------------------------------------------

// Six bots play, and the page after it is asked; then what is typed.
std::vector<std::string> evening_of_six(Language language, ScreenSize size,
                                        const std::vector<std::string>& lines = {}) {
  use_colours(false);
  setenv("REDUCED_MOTION", "1", 1);
  const GamesFolder folder;
  PlayOptions options = at_home(folder, language);
  options.expansions = kImploding;
  options.players = 6;
  options.bots = {6, "careful"};
  options.bot_pause = Time{0};
  TypedTerminal terminal(lines, size);
  std::ostringstream said;
  ScreenDialogue dialogue(terminal, said);
  dialogue.speak(language);
  Console console(dialogue, said, false);
  play_session(options, console, screen_surface(terminal, dialogue, console, options));
  unsetenv("REDUCED_MOTION");
  return terminal.pages;
}

TEST(PagesGolden, SET_9_TERM_8_TheWinnersPageOfSixPlayers) {
  in_all_languages_and_sizes("winner", [](Language language, ScreenSize size) {
    return evening_of_six(language, size).back();
  });
}

// However little room there is, who has won stays in sight; the rest can be scrolled to.
TEST(Pages, SET_9_TERM_8_WhoHasWonIsNeverLeftOut) {
  for (const Language language : all_languages()) {
    const std::string page = evening_of_six(language, {60, 20}).back();
    const Event won{.kind = EventKind::Won, .seat = 0};
    const std::vector<std::string> names = {"Ann"};
    const std::string sentence = words(language).event(won, kWatcher, names).front();
    EXPECT_TRUE(has(page, sentence.substr(sentence.rfind(' ')))) << page;
    EXPECT_TRUE(has(page, words(language).ui("dialogue_more"))) << page;
    EXPECT_TRUE(has(page, "s. " + words(language).ui("home_stats"))) << page;
  }
}

// ---- a review -----------------------------------------------------------------------------------

std::int64_t points(int n) { return n * kPoint; }

// The figures are made up: what is drawn doesn't change with a better critic.
GameReview some_review(const Film& film) {
  GameReview review{.effort = {64, 4}, .seats = 3, .table = {}};
  const std::size_t steps = film.stills().size() - 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const int swing = static_cast<int>(i) * 5;
    review.steps.push_back(
        {.seat = 0, .table = {points(30 + swing), points(40 - swing), points(30)}});
  }
  review.table = {points(55), points(20), points(25)};
  ReviewedChoice choice{.loss = points(18), .mark = Mark::Blunder};
  choice.answers = {{.action = pair(Card::Tacocat), .wins = points(51)},
                    {.action = word(Verb::Draw), .wins = points(33)}};
  choice.given = 1;
  choice.reason = {"ui/why_foreseen", 51};
  review.steps[0].choice = choice;
  review.moments = {0, steps - 1};
  review.accounts.assign(3, {.share = points(33), .skill = points(-4), .others = points(6)});
  for (SeatAccount& account : review.accounts) account.end = account.sum();
  return review;
}

TEST(PagesGolden, REV_1_AReviewIsReadFromItsBeginning) {
  Table table = make_table(three_people());
  on_screen(table, {"0", "", "pair tacocat", "2", "0", "draw"});
  std::stringstream record;
  for (const std::string& line : table.record()) record << line << '\n';
  const auto game = read_recorded_game(record);
  const auto page_of = [&](Language language, ScreenSize size, int scrolled) {
    const Words& w = words(language);
    const std::vector<std::string> names = {"Ann", "Bob", "Christopher"};
    std::string said;
    for (const std::string& line : coach_lines(game->film, some_review(game->film), names, w)) {
      said += line + '\n';
    }
    DialoguePage page = reading_page(said + w.ui("home_enter") + '\n');
    page.keys = dialogue_keys(page, w);
    page.more = w.ui("dialogue_more");
    page.scrolled = scrolled;
    Hits hits;
    return plain(dialogue_element(page, size, hits), size);
  };
  in_all_languages_and_sizes(
      "review", [&](Language language, ScreenSize size) { return page_of(language, size, 0); });
  in_all_languages_and_sizes("review_end", [&](Language language, ScreenSize size) {
    return page_of(language, size, 1'000);
  });
}

}  // namespace
}  // namespace nl
