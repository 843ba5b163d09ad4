// Console on the full screen: the lines since the last answer are the page, and its numbered lines
// are choices. So start page and end of game read the same on both surfaces.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <optional>
#include <sstream>
#include <string_view>

#include "terminal/console.h"
#include "terminal/input.h"
#include "terminal/screen_stage.h"

namespace nl {

struct DialoguePage {
  struct Item {
    std::string number;  // as it is typed
    std::string text;
  };
  Lines head{};    // above all else, and never left out
  Lines before{};  // text above the choices
  std::vector<Item> items{};
  Lines after{};      // … and below
  Lines recent{};     // … and there, the last of them, as far as there is room
  int selected = -1;  // an item
  std::string typed{};
  std::string keys{};
  std::string big{};  // a room's code, to be read across a room
  std::optional<Countdown> countdown{};
  std::string time_left{};  // the countdown in words
  bool back = false;        // Esc was pressed where there was nothing to take back
  bool tight = false;       // a row for each item, whatever is cut
  int scrolled = 0;         // rows of a text that is longer than the screen
  std::string more{};       // … and how to see the rest of it
};

// Splits a text at its lines of the form "1. text". The first item is chosen, unless a line after
// the items says what an empty answer means.
DialoguePage dialogue_page(std::string_view said);
// Footer with the keys that do something on the page.
std::string dialogue_keys(const DialoguePage& page, const Words& w);
// A text to be read; its last line says how to go on.
DialoguePage reading_page(std::string_view said);

ftxui::Element dialogue_element(const DialoguePage& page, ScreenSize size, Hits& hits);

class ScreenDialogue : public Input {
 public:
  // `said`: where the lines of the dialogue are written to.
  ScreenDialogue(Terminal& tty, std::ostringstream& said) : tty_(tty), said_(said) {}

  InputLine read(std::optional<std::chrono::milliseconds> wait) override;

  void speak(Language language) override { language_ = language; }
  void expect_reading() override { reading_ = true; }
  void show_meanwhile() override;

  // Shows a page and waits for an answer to it; TimeUp also where `listen_to` has something. What
  // was typed so far stays in the page.
  InputLine ask(DialoguePage& page, std::chrono::milliseconds longest, int listen_to = -1);

  // A word to be read across a room, above the next page.
  void set_big(std::string word) { big_ = std::move(word); }

  // Above all else on the next page.
  void set_head(Lines lines) { head_ = std::move(lines); }

  // Takes the lines since the last answer, to be shown elsewhere.
  std::string take_said();

 private:
  std::optional<std::string> pressed(DialoguePage& page, const Key& key);

  Terminal& tty_;
  std::ostringstream& said_;
  std::optional<Language> language_;  // none is chosen yet
  std::string big_;
  Lines head_;
  bool reading_ = false;
  Hits hits_;
};

}  // namespace nl
