// What people read: names, descriptions and sentences in their language, from lang/. Nothing here
// needs a State, so that clients that never have one can use it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action.h"
#include "engine/card.h"
#include "engine/event.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "text/asked.h"
#include "text/refusal.h"

namespace nl {

enum class Language { English, Korean };
inline constexpr int kLanguages = 2;

// The sentences of a preset that has its own; where it has none, the plain ones hold.
enum class Wording { Plain, Srs };

constexpr Wording wording_of(Preset preset) {
  return preset == Preset::Srs ? Wording::Srs : Wording::Plain;
}

// The viewer of a replay with open cards: sees every secret, is spoken to as nobody.
inline constexpr Seat kEveryone = 0xFE;

using Names = std::span<const std::string>;
using Lines = std::vector<std::string>;

// What goes into the {name} of a template.
struct Value {
  std::string_view name;
  std::string text;
};
using Values = std::vector<Value>;

class Words {
 public:
  Words(std::string_view json, Wording wording);

  // Of kNoCard: what stands for a card where five different ones were played.
  const std::string& card(Card card) const;
  const std::string& card_text(Card card) const;
  const std::string& card_short(Card card) const;

  const std::string& preset(Preset preset) const;
  const std::string& preset_text(Preset preset) const;
  const std::string& expansions(Expansions expansions) const;
  const std::string& expansions_text(Expansions expansions) const;

  // What happened, as `viewer` (a seat, kWatcher or kEveryone) is told it. The event is redacted
  // here once more, so that no sentence can tell a secret to the wrong viewer. Some events need
  // no words.
  Lines event(const Event& event, Seat viewer, Names names) const;

  // The question, to the one who is asked; to others, whom the game waits for.
  Lines question(const Asked& asked, Seat viewer, Names names) const;

  // One answer to the question, as a list of choices has it; empty for an id that answers nothing.
  std::string action(Action action, const Asked& asked, Names names) const;

  std::string refusal(Refusal refusal, const Values& values = {}) const;
  std::string fault(RulesFault fault, const Rules& rules, int seats) const;

  // The words of a user interface, from the section `ui`. A text of several lines is joined by
  // line feeds.
  std::string ui(std::string_view key, const Values& values = {}) const;

 private:
  using Texts = std::map<std::string, Lines, std::less<>>;

  const Lines* find(const std::string& path) const;
  const std::string& text(const std::string& path) const;
  std::string filled(const std::string& path, const Values& values) const;
  Lines filled_lines(const Lines& templates, const Values& values, const Event& event) const;
  Values event_values(const Event& event, Names names) const;
  Lines card_lines(const Event& event) const;
  std::string card_list(const Event& event) const;
  std::string place(int cards_above) const;

  Texts texts_;  // by path: "events/drew/own"
  Wording wording_;
};

// Loaded at the first call and kept.
const Words& words(Language language, Wording wording = Wording::Plain);

// Fills a template: {name} is the value, {name:을/를} the value with its particle, and
// {name|turn|turns} one of two words by whether the value is 1.
std::string fill(std::string_view words, const Values& values);

// Every path of lang/ that the code here can ask for, without the viewpoints of events and
// questions: what is not among them, and not in `ui`, is dead text.
std::vector<std::string> known_paths();

}  // namespace nl
