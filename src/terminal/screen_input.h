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
  Nothing,  // the key has no meaning here
  Changed,  // the scene has changed
  Choose,   // the answer: `choice`, or the typed line
  Look,     // `command` opens a page
  Quit,
  Talk,       // a chat message begins
  Say,        // `input` is the chat message
  Interrupt,  // Ctrl-C, on pages that ask before leaving
  Back,       // one step back
  Faster,     // the bots
  Slower,
  Forward,  // to the end
};

struct UiAction {
  UiVerb verb = UiVerb::Nothing;
  std::string input{};             // typed text
  std::optional<Choice> choice{};  // the picked choice, if nothing was typed
  Command command{};
};

// Parses a UiVerb::Choose: a typed line, or a picked choice.
ParsedLine parse_action(const UiAction& action, const Question& question, const Speech& speech);

// True if characters go into a line here; without a question they are keys.
bool reads_lines(const Scene& scene);

UiAction press(Scene& scene, const Hits& hits, const Key& key);

// The letter of a key, whichever layout is active.
char letter_of(const Key& key);

}  // namespace nl
