// Scene: all content of the table page for one viewer. Drawing needs nothing else, so tests can
// draw any situation.
#pragma once

#include <ftxui/screen/box.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/view.h"
#include "terminal/question.h"
#include "terminal/table_model.h"
#include "terminal/terminal.h"
#include "text/words.h"

namespace nl {

struct Countdown {
  int seconds = 0;     // seconds left, rounded up
  float share = 1.0F;  // of the whole window
};

// A text in a window over the page; `scrolled` lines are hidden at the top.
struct Note {
  std::string title{};
  Lines lines{};
  Card card = kNoCard;  // card with a picture beside it
  int scrolled = 0;
  std::string foot{};  // a question that can't wait until the text is read
};

// Info page as a window. The log opens at its newest line, other pages at their first.
Note info_note(const Command& command, const Lines& lines, const Words& w);

struct Scene {
  const Words& w;
  std::string title{};     // of the game: preset and variant
  std::string headline{};  // the latest event
  std::vector<std::string> names{};
  int first_number = 1;
  SeatMask bots = 0;
  std::vector<std::string> faces{};  // of the bots; empty for people
  SeatMask away = 0;                 // people whose connection is lost …
  SeatMask held = 0;                 // … and those for whom a bot plays
  View view{};                       // kWatcher's if no hand may be visible
  Lines log{};                       // oldest first
  int log_back = 0;                  // number of lines that the log is scrolled back
  int log_to_come = 0;               // … and of its newest lines that are shown later
  std::optional<Question> question{};
  Lines prompt{};         // replaces the question's text
  int selected = 0;       // index of a choice
  std::string typed{};    // typed text
  bool reads = false;     // lines are read although there is no question
  bool commands = true;   // words such as "help" are read, too …
  bool goes_back = true;  // … and there is a step to take back
  bool ahead = false;     // no question yet: typed text waits for the next one
  bool quick = false;     // n and p answer a window by themselves, without Enter
  bool digits = false;    // … and so does a digit
  std::string notice{};   // an error, or the reply to a key
  std::optional<Countdown> countdown{};
  std::string keys{};                 // keys of this page, at the bottom
  std::string banner{};               // an error of the whole game, in place of the title
  std::optional<std::string> talk{};  // chat message being typed
  std::optional<Note> note{};         // over all this
};

// The table for this viewer; log, question and keys are still missing.
Scene scene_of(const TableModel& table_model, const Words& w);

// True for an action of a player, which is worth the headline; false for mere progress.
bool is_deed(const Event& event);

// Secrets from these events that a player needs to see with the next question.
Lines news_lines(std::span<const Event> events, Seat eyes, Names names, const Words& w);

// Countdown of the time left of `whole`.
Countdown countdown_of(Time left, Time whole);
std::string time_left_words(const Countdown& countdown, const Words& w);

// Place of a drawn choice, for the mouse and the arrow keys.
struct Hit {
  int choice = 0;
  ftxui::Box box{};
};
// Filled in while a page is rendered: the list must not move its boxes.
using Hits = std::vector<std::unique_ptr<Hit>>;

}  // namespace nl
