// Drawing of a question and its answers.
#include "terminal/screen_question.h"

#include <algorithm>

#include "terminal/card_art.h"
#include "terminal/screen_cards.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_input.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using namespace ftxui;

constexpr int kWideEnough = 40;

const Choice& choice_at(const Scene& scene, int i) {
  return scene.question->choices[static_cast<std::size_t>(i)];
}

Lines question_lines(const Scene& scene, int width) {
  const Lines& text =
      !scene.prompt.empty() || !scene.question ? scene.prompt : scene.question->text;
  Lines lines;
  for (const std::string& line : text) {
    for (std::string& part : wrap(line, width - 1)) lines.push_back(std::move(part));
  }
  return lines;
}

std::string entry_text(const Scene& scene, const Choice& choice) {
  const auto& choices = scene.question->choices;
  const bool two_digits = std::any_of(choices.begin(), choices.end(),
                                      [](const Choice& other) { return other.number > 9; });
  const std::string lead = two_digits && choice.number < 10 ? " " : "";
  return lead + std::to_string(choice.number) + " " + choice.text;
}

int widest_entry(const Scene& scene, const std::vector<int>& listed) {
  int widest = 0;
  for (const int i : listed) {
    widest = std::max(widest, cell_width(entry_text(scene, choice_at(scene, i))));
  }
  return widest + 3;  // a mark before it, two blanks after it
}

struct Grid {
  int columns = 1;
  int rows = 0;
};

// As few columns as possible: people read down.
Grid grid_for(const Scene& scene, const std::vector<int>& listed, int width, int most_rows) {
  const int count = static_cast<int>(listed.size());
  // A few long lines may be cut rather than cost a column.
  const int widest = std::min(widest_entry(scene, listed), kWideEnough);
  const int most_columns = std::max(1, width / std::max(1, widest));
  Grid grid;
  for (grid.columns = 1; grid.columns < most_columns; ++grid.columns) {
    if ((count + grid.columns - 1) / grid.columns <= most_rows) break;
  }
  grid.rows = (count + grid.columns - 1) / grid.columns;
  return grid;
}

Element entry(const Scene& scene, int i, int width, Hits& hits) {
  const Choice& choice = choice_at(scene, i);
  const bool selected = i == scene.selected;
  Element line = text(pad((selected ? ">" : " ") + entry_text(scene, choice), width));
  if (choice.card != kNoCard) line |= tone_colour(card_art(choice.card).tone);
  if (!choice.action) line |= dim;
  if (selected) line |= inverted;
  return line | hit_area(hits, i);
}

// Row of the grid that must be visible.
int selected_row(const Scene& scene, const std::vector<int>& listed, int rows) {
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i] == scene.selected) return static_cast<int>(i) % rows;
  }
  return 0;
}

Elements answer_rows(const Scene& scene, int width, int room, Hits& hits) {
  const std::vector<int> listed = listed_choices(scene);
  if (listed.empty() || room < 1) return {};
  const Grid grid = grid_for(scene, listed, width, room);
  const int column_width = width / grid.columns;
  // The last visible row indicates that there are more.
  const bool scrolls = grid.rows > room && room > 1;
  const int seen = scrolls ? room - 1 : std::min(room, grid.rows);
  const int begin = std::clamp(selected_row(scene, listed, grid.rows) - seen + 1, 0,
                               std::max(0, grid.rows - seen));
  const auto more = [&](int shown) {
    const int hidden = static_cast<int>(listed.size()) - shown;
    return text(" " + scene.w.ui("screen_more", {{"number", std::to_string(hidden)}})) | dim;
  };
  Elements rows;
  if (grid.rows > 1 && room == 1) {
    const auto at = std::find(listed.begin(), listed.end(), scene.selected);
    const int shown = at == listed.end() ? listed.front() : *at;
    return {hbox({entry(scene, shown, width / 2, hits), more(1)})};
  }
  for (int row = begin; row < begin + seen; ++row) {
    Elements line;
    for (int column = 0; column < grid.columns; ++column) {
      const auto at = static_cast<std::size_t>(column * grid.rows + row);
      if (at < listed.size()) line.push_back(entry(scene, listed[at], column_width, hits));
    }
    rows.push_back(hbox(std::move(line)));
  }
  if (scrolls) rows.push_back(more(seen * grid.columns));
  return rows;
}

// A line typed ahead of its question appears once it has content.
bool wants_typing(const Scene& scene) {
  if (scene.talk) return true;
  return scene.ahead ? !scene.typed.empty() : reads_lines(scene);
}

Element typing_line(const Scene& scene) {
  if (scene.talk) {
    return hbox(
        {text(" " + scene.w.ui("screen_say") + " "), text(*scene.talk) | bold, text("_") | blink});
  }
  std::string range;
  if (scene.question && scene.question->range) {
    range = scene.w.ui("screen_number", {{"low", std::to_string(scene.question->range->low)},
                                         {"high", std::to_string(scene.question->range->high)}});
  }
  return hbox({text(" " + range + "> "), text(scene.typed) | bold, text("_") | blink});
}

// Below the answers: an error, or the description of the selected card.
std::string notice_text(const Scene& scene) {
  if (!scene.notice.empty()) return scene.notice;
  const Command command = scene.commands ? read_command(scene.typed) : Command{};
  if (command.kind == Command::Verb::Back && !scene.goes_back) {
    return scene.w.ui("nothing_to_take_back");
  }
  if (command.kind != Command::Verb::None) {
    return scene.w.ui("enter_sends", {{"text", command_words(command, scene.w)}});
  }
  if (!scene.question) return "";
  const auto& choices = scene.question->choices;
  const auto selected = static_cast<std::size_t>(scene.selected);
  if (selected >= choices.size() || choices[selected].card == kNoCard) return "";
  const Card card = choices[selected].card;
  return scene.w.card(card) + ": " + scene.w.card_short(card);
}

Lines notice_lines(const Scene& scene, int width) {
  Lines lines = wrap(notice_text(scene), width - 1);
  if (lines.size() > 2) lines.resize(2);
  return lines;
}

int fixed_rows(const Scene& scene, int width) {
  return static_cast<int>(question_lines(scene, width).size() + notice_lines(scene, width).size()) +
         (wants_typing(scene) ? 1 : 0) + (scene.countdown ? 1 : 0);
}

}  // namespace

Element countdown_line(const std::string& time_left, float share, int width) {
  const std::string words = " " + time_left + " ";
  const int bar = std::max(1, std::min(30, width - cell_width(words)));
  return hbox({text(words), gauge(share) | size(WIDTH, EQUAL, bar) | ink(Color::YellowLight)});
}

std::vector<int> listed_choices(const Scene& scene) {
  std::vector<int> listed;
  if (!scene.question) return listed;
  for (std::size_t i = 0; i < scene.question->choices.size(); ++i) {
    const Choice& choice = scene.question->choices[i];
    if (choice.listed && !is_in_hand(choice)) listed.push_back(static_cast<int>(i));
  }
  // Drawing is the last choice of the question, but must be visible first.
  std::stable_partition(listed.begin(), listed.end(), [&](int i) {
    return scene.question->choices[static_cast<std::size_t>(i)].number == 0;
  });
  return listed;
}

int question_height(const Scene& scene, int width) {
  const auto listed = listed_choices(scene);
  const int rows = listed.empty() ? 0 : grid_for(scene, listed, width, 1).rows;
  return fixed_rows(scene, width) + rows;
}

namespace {

// Lines above and below the answers, shortened until one answer has room: the hand's description
// goes first, then the oldest lines.
struct Sayings {
  Lines question;
  Lines notice;
};

Sayings fitting_sayings(const Scene& scene, ScreenSize space) {
  Sayings said{question_lines(scene, space.width), notice_lines(scene, space.width)};
  const bool answers = !listed_choices(scene).empty();
  const int fixed = (wants_typing(scene) ? 1 : 0) + (scene.countdown ? 1 : 0) + (answers ? 1 : 0);
  const auto over = [&] {
    return static_cast<int>(said.question.size() + said.notice.size()) + fixed > space.height;
  };
  while (over() && !said.notice.empty() && scene.notice.empty()) said.notice.pop_back();
  while (over() && said.question.size() > 1) said.question.erase(said.question.begin());
  while (over() && !said.notice.empty()) said.notice.pop_back();
  return said;
}

}  // namespace

Element question_element(const Scene& scene, ScreenSize space, Hits& hits) {
  const Sayings said = fitting_sayings(scene, space);
  Elements rows;
  for (const std::string& line : said.question) rows.push_back(text(" " + line) | bold);
  if (scene.countdown) {
    const std::string words = time_left_words(*scene.countdown, scene.w);
    rows.push_back(countdown_line(words, scene.countdown->share, space.width));
  }
  const int fixed = static_cast<int>(said.question.size() + said.notice.size()) +
                    (wants_typing(scene) ? 1 : 0) + (scene.countdown ? 1 : 0);
  const int room = space.height - fixed;
  for (Element& row : answer_rows(scene, space.width, room, hits)) rows.push_back(std::move(row));
  if (wants_typing(scene)) rows.push_back(typing_line(scene));
  rows.push_back(filler());
  for (const std::string& line : said.notice) {
    rows.push_back(scene.notice.empty() ? text(" " + line)
                                        : text(" " + line) | ink(Color::YellowLight));
  }
  return vbox(std::move(rows));
}

}  // namespace nl
