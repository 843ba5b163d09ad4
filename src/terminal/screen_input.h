// Key handling of a page: moves the selection, types a line, scrolls, or returns an action. It
// draws nothing; parse_line.h parses the line.
#pragma once

#include <optional>
#include <string>

#include "terminal/keys.h"
#include "terminal/parse_line.h"
#include "terminal/screen_scene.h"

namespace nl {

enum class UiVerb {
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

struct UiAction {
  UiVerb verb = UiVerb::Nothing;
  std::string input{};             // typed text
  std::optional<Choice> choice{};  // picked choice, if nothing was typed
  Command command{};
};

// Parses a UiVerb::Choose: a typed line, or a choice that was picked.
ParsedLine parse_action(const UiAction& action, const Question& question, const Speech& speech);

// True if characters are typed into a line here; without a question they are keys.
bool reads_lines(const Scene& scene);

UiAction press(Scene& scene, const Hits& hits, const Key& key);

// The letter that a key has, whatever the keyboard is switched to.
char letter_of(const Key& key);

}  // namespace nl
