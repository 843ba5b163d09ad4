// Scene: everything that the table page shows, for one viewer. Drawing needs nothing else, so tests
// can draw any situation.
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
  int seconds = 0;     // left, rounded up
  float share = 1.0F;  // of the whole window
};

// A text in a window over the page; `scrolled` lines are out of sight at the top.
struct Note {
  std::string title{};
  Lines lines{};
  Card card = kNoCard;  // card whose picture is shown beside it
  int scrolled = 0;
  std::string foot{};  // something that can't wait until the text is read
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
  SeatMask away = 0;                 // people who have lost their connection …
  SeatMask held = 0;                 // … and those for whom a bot plays
  View view{};                       // kWatcher's where nobody's hand may be seen
  Lines log{};                       // oldest first
  int log_back = 0;                  // number of lines that the log is scrolled back
  std::optional<Question> question{};
  Lines prompt{};        // in place of the question's own text
  int selected = 0;      // the index of a choice
  std::string typed{};   // the line so far
  bool reads = false;    // lines are read though there is no question
  bool ahead = false;    // nothing is asked yet: what is typed waits for the next question
  bool quick = false;    // n and p answer a window by themselves, without Enter
  bool digits = false;   // … and so does a digit
  std::string notice{};  // an error, or an answer to a key
  std::optional<Countdown> countdown{};
  std::string keys{};    // keys of this page, at the bottom
  std::string banner{};  // something is wrong with the game as a whole: in place of the title
  std::optional<std::string> talk{};  // message to the others, as far as it is typed
  std::optional<Note> note{};         // over all this
};

// The table as these eyes see it; log, question and keys are still to be filled in.
Scene scene_of(const TableModel& table_model, const Words& w);

// True if somebody has done something, and the game doesn't merely go on: worth the headline.
bool is_deed(const Event& event);

// Secrets that a player wants to have before the eyes at the next question, from these events.
Lines news_lines(std::span<const Event> events, Seat eyes, Names names, const Words& w);

// Countdown of the time left of `whole`.
Countdown countdown_of(Time left, Time whole);
std::string time_left_words(const Countdown& countdown, const Words& w);

// Place of a drawn choice, for the mouse and the arrow keys.
struct Hit {
  int choice = 0;
  ftxui::Box box{};
};
// Boxes are filled in while a page is rendered: the list must not move them.
using Hits = std::vector<std::unique_ptr<Hit>>;

}  // namespace nl
