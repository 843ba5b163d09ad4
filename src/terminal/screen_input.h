// What a key does to a page: moves the choice, types a line, scrolls, or asks for something.
// Nothing is drawn and nothing is answered here: what a line means, hear.h says.
#pragma once

#include <optional>
#include <string>

#include "terminal/hear.h"
#include "terminal/keys.h"
#include "terminal/screen_scene.h"

namespace nl {

enum class Wish {
  Nothing,  // the key meant nothing here
  Changed,  // the scene has changed
  Choose,   // the answer: `choice`, or what was typed, as a line
  Look,     // `command` shows something
  Quit,
  Talk,       // to the others: typing begins
  Say,        // `input` is what was typed to the others
  Interrupt,  // Ctrl-C, where leaving is asked about
  Back,       // one step back
  Faster,     // the bots
  Slower,
  Forward,  // to the end
};

struct Wished {
  Wish wish = Wish::Nothing;
  std::string input{};             // what was typed
  std::optional<Choice> choice{};  // what was picked, where nothing was typed
  Command command{};
};

// What a Wish::Choose means.
Heard heard_of(const Wished& wished, const Question& question, const Speech& speech);

// Whether characters are typed into a line here; where nothing is asked, they are keys.
bool reads_lines(const Scene& scene);

Wished press(Scene& scene, const Hits& hits, const Key& key);

// The letter that a key has, whatever the keyboard is switched to.
char letter_of(const Key& key);

}  // namespace nl
