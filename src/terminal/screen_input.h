// What a key does to a page with a question: moves the choice, types a number, scrolls, or asks for
// something. Nothing is drawn and nothing is answered here.
#pragma once

#include <optional>
#include <string>

#include "terminal/keys.h"
#include "terminal/screen_scene.h"

namespace nl {

enum class Wish {
  Nothing,  // the key meant nothing here
  Changed,  // the scene has changed
  Choose,   // the answer: `choice`, or what was typed, as a line
  Odds,
  Hint,
  Describe,  // the chosen card
  Help,
  Quit,
  Talk,       // to the others: typing begins
  Say,        // `input` is what was typed to the others
  Interrupt,  // Ctrl-C, where leaving is asked about
  Back,       // Escape, with nothing to take back
};

struct Wished {
  Wish wish = Wish::Nothing;
  std::string input{};             // what was typed
  std::optional<Choice> choice{};  // what was picked, where nothing was typed
};

// What a Wish::Choose answers.
Answer answer_of(const Wished& wished, const Question& question, const Speech& speech);

Wished press(Scene& scene, const Hits& hits, const Key& key);

// The key a letter sits on, whether the keyboard is switched to Korean or not.
char letter_of(const Key& key);

}  // namespace nl
