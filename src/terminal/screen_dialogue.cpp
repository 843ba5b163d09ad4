// Console pages on the full screen: layout, keys and mouse.
#include "terminal/screen_dialogue.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "terminal/art.h"
#include "terminal/big_text.h"
#include "terminal/screen_cells.h"
#include "terminal/screen_input.h"
#include "terminal/screen_question.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"
#include "terminal/string_utils.h"

namespace nl {
namespace {

using namespace ftxui;

constexpr std::size_t kLongestAnswer = 60;
constexpr int kPageStep = 8;

// The number of "12. text", or the letter of "c. text"; empty if the line is no item.
std::string item_number(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  const bool letter = line[begin] >= 'a' && line[begin] <= 'z';
  if (letter && line.compare(begin + 1, 2, ". ") == 0) return line.substr(begin, 1);
  const std::size_t end = line.find_first_not_of("0123456789", begin);
  if (end == begin || end == std::string::npos || line.compare(end, 2, ". ") != 0) return "";
  return line.substr(begin, end - begin);
}

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The cat is drawn here, not printed.
std::string without_cat(std::string_view said) {
  std::string text(said);
  const std::size_t cat = text.find(kCat);
  if (cat != std::string::npos) text.erase(cat, kCat.size());
  return text;
}

void drop_blank_edges(Lines& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  while (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
}

Elements cat_rows() {
  Elements rows;
  for (const std::string& line : lines_in(kCat)) {
    if (!line.empty()) rows.push_back(text("  " + line) | ink(Color::YellowLight));
  }
  return rows;
}

Elements big_rows(const std::string& letters) {
  Elements rows;
  for (const std::string& line : big_text(letters)) {
    rows.push_back(text("  " + line) | ink(Color::YellowLight) | bold);
  }
  return rows;
}

// Keeps the indentation of a wrapped line in all its rows.
Lines wrapped_lines(const Lines& lines, int width) {
  Lines rows;
  for (const std::string& line : lines) {
    const std::size_t text_begin = std::min(line.find_first_not_of(' '), line.size());
    const std::string indent(text_begin, ' ');
    const int room = width - 4 - static_cast<int>(text_begin);
    for (const std::string& part : wrap(line.substr(text_begin), room)) {
      rows.push_back("  " + indent + part);
    }
  }
  return rows;
}

void add_wrapped(Elements& rows, const Lines& lines, int width) {
  for (const std::string& row : wrapped_lines(lines, width)) rows.push_back(text(row));
}

// An item may take several rows if there is room; the first one shows the selection.
void add_item(Elements& rows, const DialoguePage& page, int i, int width, Hits& hits) {
  const auto& item = page.items[static_cast<std::size_t>(i)];
  const bool selected = i == page.selected;
  const std::string head = (selected ? "> " : "  ") + item.number + ". ";
  const int indent = cell_width(head);
  const int room = width - indent - 4;
  Elements parts;
  for (const std::string& part :
       page.tight ? Lines{clip(item.text, room)} : wrap(item.text, room)) {
    const std::string start =
        parts.empty() ? head : std::string(static_cast<std::size_t>(indent), ' ');
    Element row = text("  " + start + pad(part, room));
    parts.push_back(selected ? row | inverted : row);
  }
  rows.push_back(vbox(std::move(parts)) | hit_area(hits, i));
}

// Number of hidden rows of the text above the choices: a text without a question is shown from its
// beginning, any other from its end.
struct LeftOut {
  int rows = 0;
  int above = 0;
};

LeftOut left_out_of(const DialoguePage& page, int rows) {
  const int scrolled = std::clamp(page.scrolled, 0, rows);
  return {rows, page.items.empty() ? scrolled : rows - scrolled};
}

void add_text(Elements& rows, const DialoguePage& page, int width, LeftOut left_out) {
  Lines all = wrapped_lines(page.before, width);
  const auto begin = all.begin() + left_out.above;
  const auto end = all.end() - (left_out.rows - left_out.above);
  for (const std::string& row : Lines(begin, std::max(begin, end))) rows.push_back(text(row));
  if (left_out.rows > 0) rows.push_back(text("  " + page.more) | dim);
}

Element dialogue_rows(const DialoguePage& page, int width, Hits& hits, LeftOut left_out = {}) {
  hits.clear();
  Elements rows;
  for (const std::string& line : wrapped_lines(page.head, width)) {
    rows.push_back(text(line) | bold | ink(Color::YellowLight));
  }
  add_text(rows, page, width, left_out);
  if (!page.before.empty() && !page.tight) rows.push_back(text(""));
  for (int i = 0; i < static_cast<int>(page.items.size()); ++i) {
    add_item(rows, page, i, width, hits);
  }
  if (!page.items.empty()) rows.push_back(text(""));
  add_wrapped(rows, page.after, width);
  if (page.countdown) {
    rows.push_back(
        hbox({text(" "), countdown_line(page.time_left, page.countdown->share, width - 4)}));
  }
  add_wrapped(rows, page.recent, width);
  rows.push_back(hbox({text("  > "), text(page.typed) | bold, text("_") | blink}));
  Element dialogue = vbox(std::move(rows));
  dialogue->ComputeRequirement();
  return dialogue;
}

// Optional rows go first: the input line must stay visible.
bool shorten(DialoguePage& page) {
  const auto blank = std::find(page.before.begin(), page.before.end(), "");
  if (page.recent.size() > 1) {
    page.recent.erase(page.recent.begin());
  } else if (blank != page.before.end()) {
    page.before.erase(blank);
  } else if (!page.tight) {
    page.tight = true;
  } else {
    return false;
  }
  return true;
}

// Number of the text's rows without room; one more says so.
int rows_too_many(const DialoguePage& page, const Element& drawn, ScreenSize screen) {
  const int over = drawn->requirement().min_y - (screen.height - 1);
  const int all = static_cast<int>(wrapped_lines(page.before, screen.width).size());
  return over <= 0 ? 0 : std::min(over + 1, all);
}

struct Fitting {
  Element rows;
  int too_many = 0;  // rows of the text above the choices
};

Fitting fitting_rows(DialoguePage page, ScreenSize screen, Hits& hits) {
  Element rows = dialogue_rows(page, screen.width, hits);
  while (rows->requirement().min_y > screen.height - 1 && shorten(page)) {
    rows = dialogue_rows(page, screen.width, hits);
  }
  const int too_many = rows_too_many(page, rows, screen);
  if (too_many > 0) {
    rows = dialogue_rows(page, screen.width, hits, left_out_of(page, too_many));
  }
  return {std::move(rows), too_many};
}

void scroll(DialoguePage& page, int by, ScreenSize screen) {
  Hits unused;
  const int most = fitting_rows(page, screen, unused).too_many;
  const int way = page.items.empty() ? by : -by;
  page.scrolled = std::clamp(page.scrolled + way, 0, most);
}

// True if all its characters have big letters, and they have room.
bool is_drawable(const std::string& word) {
  constexpr int kWidest = 80;
  return !word.empty() && cell_width(big_text(lower(word)).front()) <= kWidest &&
         std::all_of(word.begin(), word.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == ' '; });
}

void move_choice(DialoguePage& page, int by) {
  const int count = static_cast<int>(page.items.size());
  if (count == 0) return;
  if (page.selected < 0 && by < 0) page.selected = 0;
  page.selected = (page.selected + by + count) % count;
  page.typed.clear();
}

void follow_number(DialoguePage& page) {
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    if (page.items[i].number == page.typed) page.selected = static_cast<int>(i);
  }
}

// The letter of an item is a key: it needs no Enter, unless something is being typed.
bool is_lettered_item(const DialoguePage& page, const Key& key) {
  const char letter = letter_of(key);
  return page.typed.empty() && letter >= 'a' && letter <= 'z' &&
         std::any_of(page.items.begin(), page.items.end(), [&](const DialoguePage::Item& item) {
           return item.number == std::string(1, letter);
         });
}

std::string answer_of(const DialoguePage& page) {
  if (!page.typed.empty() || page.selected < 0) return page.typed;
  return page.items[static_cast<std::size_t>(page.selected)].number;
}

}  // namespace

// Keys that do something on this page.
std::string dialogue_keys(const DialoguePage& page, const Words& w) {
  if (page.items.empty()) return w.ui("dialogue_keys_text");
  const auto is_letter = [](const DialoguePage::Item& item) {
    return item.number.front() >= 'a' && item.number.front() <= 'z';
  };
  const auto letters = std::count_if(page.items.begin(), page.items.end(), is_letter);
  if (letters == 0) return w.ui("dialogue_keys");
  return w.ui(letters == std::ssize(page.items) ? "dialogue_keys_letters" : "dialogue_keys_both");
}

DialoguePage dialogue_page(std::string_view said) {
  DialoguePage page;
  for (std::string& line : lines_in(without_cat(said))) {
    std::string number = item_number(line);
    // Players at a table are numbered, too, but no choices: their rows are indented.
    if (number.empty() || line.starts_with("  ")) {
      (page.items.empty() ? page.before : page.after).push_back(std::move(line));
      continue;
    }
    // There is text between two lists: only the last list is a question.
    if (!page.after.empty()) {
      page.before.insert(page.before.end(), page.after.begin(), page.after.end());
      page.after.clear();
      page.items.clear();
    }
    const std::size_t text = line.find(". ") + 2;
    page.items.push_back({std::move(number), line.substr(text)});
  }
  drop_blank_edges(page.before);
  drop_blank_edges(page.after);
  if (!page.items.empty() && page.after.empty()) page.selected = 0;
  return page;
}

DialoguePage reading_page(std::string_view said) {
  DialoguePage page{.before = lines_in(without_cat(said))};
  drop_blank_edges(page.before);
  if (page.before.empty()) return page;
  page.after = {page.before.back()};
  page.before.pop_back();
  return page;
}

Element dialogue_element(const DialoguePage& page, ScreenSize screen, Hits& hits) {
  Element dialogue = fitting_rows(page, screen, hits).rows;
  Elements top = page.big.empty() ? cat_rows() : big_rows(page.big);
  const int room = screen.height - 1 - dialogue->requirement().min_y;
  Elements all;
  if (room > static_cast<int>(top.size())) {
    all = std::move(top);
    all.push_back(text(""));
  }
  all.push_back(std::move(dialogue));
  all.push_back(filler());
  all.push_back(text(whole_words(page.keys, screen.width)) | dim);
  return vbox(std::move(all));
}

std::string ScreenDialogue::take_lines() {
  std::string said = said_.str();
  said_.str("");
  return said;
}

// The answer, once there is one.
std::optional<std::string> ScreenDialogue::pressed(DialoguePage& page, const Key& key) {
  switch (key.kind) {
    case KeyKind::Enter: return answer_of(page);
    case KeyKind::Up:
    case KeyKind::Left: move_choice(page, -1); break;
    case KeyKind::Down:
    case KeyKind::Right:
    case KeyKind::Tab: move_choice(page, 1); break;
    case KeyKind::PageUp: scroll(page, -kPageStep, tty_.size()); break;
    case KeyKind::PageDown: scroll(page, kPageStep, tty_.size()); break;
    case KeyKind::WheelUp: scroll(page, -1, tty_.size()); break;
    case KeyKind::WheelDown: scroll(page, 1, tty_.size()); break;
    case KeyKind::Backspace: erase_last(page.typed); break;
    case KeyKind::Escape:
      page.back = page.typed.empty();
      page.typed.clear();
      if (page.back) return "";
      break;
    case KeyKind::Character:
      if (is_lettered_item(page, key)) {
        tty_.forget_keys();
        tty_.ignore_enter();
        return key.text;
      }
      if (page.typed.size() + key.text.size() <= kLongestAnswer) page.typed += key.text;
      follow_number(page);
      break;
    case KeyKind::Click:
      for (const auto& hit : hits_) {
        if (!hit->box.Contain(key.x, key.y)) continue;
        if (page.selected == hit->choice) return answer_of(page);
        page.selected = hit->choice;
        page.typed.clear();
      }
      break;
    default: break;
  }
  return std::nullopt;
}

InputLine ScreenDialogue::read(std::optional<std::chrono::milliseconds> wait) {
  constexpr std::chrono::milliseconds kLong{3'600'000};
  const bool reading = std::exchange(reading_, false);
  DialoguePage page = reading ? reading_page(take_lines()) : dialogue_page(take_lines());
  if (is_drawable(big_)) page.big = lower(big_);
  big_.clear();
  page.head = std::exchange(head_, {});
  page.keys = language_ ? dialogue_keys(page, words(*language_)) : " 1 2 3 ...   Enter";
  page.more = words(language_.value_or(Language::English)).ui("dialogue_more");
  tty_.wipe();
  for (;;) {
    InputLine line = ask(page, wait.value_or(kLong));
    if (page.back) line.text = "back";  // as in a plain game
    if (line.kind != InputLine::Outcome::TimeUp || wait) return line;
  }
}

// Keys for the last scene of a game don't answer the page of its result.
void ScreenDialogue::keep_page() {
  kept_ = {.said = said_.str(), .big = big_, .head = head_};
  tty_.forget_keys();
  tty_.ignore_enter();
}

void ScreenDialogue::show_page_again() {
  const std::string since = take_lines();
  said_ << kept_.said << since;
  big_ = kept_.big;
  head_ = kept_.head;
}

void ScreenDialogue::show_meanwhile() {
  const DialoguePage page = reading_page(take_lines());
  const ScreenSize size = tty_.size();
  tty_.wipe();
  if (!is_too_small(size)) tty_.show(drawn(dialogue_element(page, size, hits_), size));
}

InputLine ScreenDialogue::ask(DialoguePage& page, std::chrono::milliseconds longest,
                              int listen_to) {
  const auto end = std::chrono::steady_clock::now() + longest;
  for (;;) {
    const ScreenSize size = tty_.size();
    tty_.show(drawn(is_too_small(size)
                        ? too_small_page(words(language_.value_or(Language::English)), size)
                        : dialogue_element(page, size, hits_),
                    size));
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    switch (tty_.wait(std::max(left, left * 0), listen_to)) {
      case Wake::Interrupted: return {InputLine::Outcome::Interrupted};
      case Wake::Terminated: return {InputLine::Outcome::Terminated};
      case Wake::Closed: return {InputLine::Outcome::End};
      case Wake::News:
      case Wake::Timeout: return {InputLine::Outcome::TimeUp};
      case Wake::Resized: tty_.wipe(); break;
      case Wake::Pressed:
        if (is_too_small(tty_.size())) break;
        if (auto answer = pressed(page, tty_.key())) return {InputLine::Outcome::Text, *answer};
        break;
    }
  }
}

}  // namespace nl
