// Console on the full screen: the lines since the last answer form the page, and its numbered lines
// are choices. So the start page and the end of a game read the same on both surfaces.
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
  Lines head{};    // header, never left out
  Lines before{};  // text above the choices
  std::vector<Item> items{};
  Lines after{};      // … and below
  Lines recent{};     // … and there, as many of the last lines as fit
  int selected = -1;  // an item
  std::string typed{};
  std::string keys{};
  std::string big{};  // a room code, in large letters
  std::optional<Countdown> countdown{};
  std::string time_left{};  // countdown in words
  bool back = false;        // Esc was pressed with nothing to undo
  bool tight = false;       // one row per item, even if cut
  int scrolled = 0;         // rows of a text that is longer than the screen
  std::string more{};       // … and how to scroll it
};

// Splits a text at its lines of the form "1. text". The first item is selected, unless a line after
// the items defines the empty answer.
DialoguePage dialogue_page(std::string_view said);
// Footer with the keys that have an effect on the page.
std::string dialogue_keys(const DialoguePage& page, const Words& w);
// A text to be read; its last line says how to continue.
DialoguePage reading_page(std::string_view said);

ftxui::Element dialogue_element(const DialoguePage& page, ScreenSize size, Hits& hits);

class ScreenDialogue : public Input {
 public:
  // `said`: collects the lines of the dialogue.
  ScreenDialogue(Terminal& tty, std::ostringstream& said) : tty_(tty), said_(said) {}

  InputLine read(std::optional<std::chrono::milliseconds> wait) override;

  void speak(Language language) override { language_ = language; }
  void expect_reading() override { reading_ = true; }
  void show_meanwhile() override;
  void keep_page() override;
  void show_page_again() override;

  // Shows a page and waits for an answer; TimeUp also if `listen_to` is readable. Typed text stays
  // in the page.
  InputLine ask(DialoguePage& page, std::chrono::milliseconds longest, int listen_to = -1);

  // A word in large letters, above the next page.
  void set_big(std::string word) { big_ = std::move(word); }

  // Header of the next page.
  void set_head(Lines lines) { head_ = std::move(lines); }

  // Takes the lines since the last answer, to show them elsewhere.
  std::string take_lines();

 private:
  std::optional<std::string> pressed(DialoguePage& page, const Key& key);

  Terminal& tty_;
  std::ostringstream& said_;
  std::optional<Language> language_;  // nothing is selected yet
  struct Kept {
    std::string said;
    std::string big;
    Lines head;
  };
  std::string big_;
  Lines head_;
  Kept kept_;
  bool reading_ = false;
  Hits hits_;
};

}  // namespace nl
