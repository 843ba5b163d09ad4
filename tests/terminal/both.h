// Fixture that types the same lines on the full screen and in plain mode, and compares the results.
#pragma once

#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "terminal/screen_dialogue.h"
#include "terminal/screen_game.h"
#include "terminal/screen_theme.h"
#include "terminal/script.h"
#include "terminal/terminal.h"

namespace nl {

inline std::string without_colours(const std::string& row) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != '\x1b') {
      line += row[i];
      continue;
    }
    while (i < row.size() && row[i] != 'm') ++i;
  }
  return line;
}

// True if a line of a frame begins here: its characters take three bytes.
inline bool is_frame(const std::string& text, std::size_t at) {
  const std::string start = text.substr(at, 2);
  return start == "\xE2\x94" || start == "\xE2\x95";
}

// As one line without frames, so that it doesn't matter where a surface breaks its lines.
inline std::string in_one_line(const std::string& text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); at += is_frame(text, at) ? 3 : 1) {
    const bool blank = text[at] == ' ' || text[at] == '\n' || is_frame(text, at);
    if (!blank) {
      line += text[at];
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

// Content of the panel on the right, the log: its lines are broken beside those of the left
// one.
inline std::string right_panel(const std::string& page) {
  std::istringstream rows(page);
  std::string text;
  for (std::string row; std::getline(rows, row);) {
    const std::size_t border = row.find("││");
    if (border != std::string::npos) text += row.substr(border) + '\n';
  }
  return text;
}

// A terminal at which somebody types; it closes when nothing is left to type.
class TypedTerminal : public Terminal {
 public:
  // Each line is sent with Enter; "<esc>" is that key.
  TypedTerminal(const std::vector<std::string>& lines, ScreenSize size) : size_(size) {
    for (const std::string& line : lines) type(line);
  }
  Wake wait(std::chrono::milliseconds, int) override {
    if (keys_.empty()) return Wake::Closed;
    key_ = keys_.front();
    keys_.pop_front();
    return Wake::Pressed;
  }
  const Key& key() const override { return key_; }
  ScreenSize size() const override { return size_; }
  void show(const std::vector<std::string>& rows) override {
    std::string page;
    for (const std::string& row : rows) page += without_colours(row) + '\n';
    if (pages.empty() || pages.back() != page) pages.push_back(std::move(page));
  }
  void wipe() override {}
  void ignore_enter() override {
    if (!keys_.empty() && keys_.front().kind == KeyKind::Enter) keys_.pop_front();
  }

  std::vector<std::string> pages;  // all that was ever shown

 protected:
  void type(const std::string& line) {
    if (line == "<esc>") return keys_.push_back({.kind = KeyKind::Escape});
    KeyReader reader;
    reader.feed(line);
    while (const auto key = reader.next()) keys_.push_back(*key);
    keys_.push_back({.kind = KeyKind::Enter});
  }

  std::deque<Key> keys_;

 private:
  ScreenSize size_;
  Key key_;
};

// A terminal at which people watch: short waits pass, and what is typed comes after them.
class WatchedTerminal : public TypedTerminal {
 public:
  using TypedTerminal::TypedTerminal;
  Wake wait(std::chrono::milliseconds longest, int listen_to) override {
    if (longest > std::chrono::seconds(10)) return TypedTerminal::wait(longest, listen_to);
    std::this_thread::sleep_for(longest);
    return Wake::Timeout;
  }
};

struct Shown {
  std::vector<std::string> pages;
  std::string all;  // in one line
  bool says(const std::string& text) const { return has(all, in_one_line(text)); }
};

inline Shown on_screen(Table& table, const std::vector<std::string>& lines,
                       Language language = Language::English, ScreenSize size = {80, 24}) {
  TypedTerminal terminal(lines, size);
  ScreenStage stage(terminal);
  const ScreenSettings settings{.language = language, .bot_pause = Time{0}, .animated = false};
  ScreenGame(stage, table, settings, false).play();
  Shown shown{.pages = terminal.pages, .all = ""};
  for (const std::string& page : shown.pages) {
    shown.all += in_one_line(page) + ' ' + in_one_line(right_panel(page)) + ' ';
  }
  return shown;
}

inline Shown in_plain(Table& table, const std::vector<std::string>& lines,
                      Language language = Language::English) {
  std::istringstream in(typed(lines));
  std::ostringstream out;
  StreamInput input(in);
  Console console(input, out, true);
  RecordFile record("");
  try {
    PlainHotSeat(table, console, record, language).play();
  } catch (const Stopped&) {
  }
  return {.pages = {out.str()}, .all = in_one_line(out.str())};
}

// Plays the script on both surfaces, each at a table of its own, and looks at each.
template <class Check>
void on_both(const Staged& wanted, const std::vector<std::string>& lines, Check check,
             Language language = Language::English) {
  {
    SCOPED_TRACE("plain");
    Table table = make_table(wanted);
    check(in_plain(table, lines, language), table);
  }
  for (const ScreenSize size : {ScreenSize{80, 24}, ScreenSize{120, 40}}) {
    SCOPED_TRACE("screen");
    Table table = make_table(wanted);
    check(on_screen(table, lines, language, size), table);
  }
}

// The start page as the full screen shows it.
inline Shown session_on_screen(const PlayOptions& options, const std::vector<std::string>& lines,
                               ScreenSize size = {80, 24}) {
  TypedTerminal terminal(lines, size);
  std::ostringstream said;
  ScreenDialogue dialogue(terminal, said);
  Console console(dialogue, said, false);
  const Surface never{.play = [](Table&, RecordFile&, Language, bool) {},
                      .replay = [](const SavedGame&, Language) {},
                      .learn = [](Language) {}};
  play_session(options, console, never);
  Shown shown{.pages = terminal.pages, .all = ""};
  for (const std::string& page : shown.pages) shown.all += in_one_line(page) + ' ';
  return shown;
}

template <class Check>
void start_on_both(const PlayOptions& options, const std::vector<std::string>& lines, Check check) {
  const std::string out = run_session(options, lines).out;
  check(Shown{.pages = {out}, .all = in_one_line(out)});
  check(session_on_screen(options, lines));
}

inline std::vector<Event> told_to(const Table& table, Seat viewer, EventKind kind) {
  std::vector<Event> events;
  for (const Event& event : table.events(viewer)) {
    if (event.kind == kind) events.push_back(event);
  }
  return events;
}

}  // namespace nl
