// Lookup of texts: names, descriptions and sentences in a language, from lang/. Nothing here needs
// a State, so clients can use it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action.h"
#include "engine/card.h"
#include "engine/event.h"
#include "engine/rules.h"
#include "engine/state.h"
#include "text/grammar.h"
#include "text/language.h"
#include "text/question_context.h"
#include "text/refusal.h"
#include "text/titles.h"
#include "text/voice.h"

namespace nl {

// The section of lang/ with a table's sentences; missing ones fall back to the plain section.
using Wording = std::string_view;
inline constexpr Wording kPlain{};
constexpr Wording wording_of(Preset preset) { return preset_row(preset).manner.wording; }
// The plain section and those of presets.
const std::vector<Wording>& all_wordings();

// The viewer of a replay with open cards: sees every secret, and is never addressed as "you".
inline constexpr Seat kEveryone = 0xFE;

using Names = std::span<const std::string>;
using Lines = std::vector<std::string>;

// The sentences of one language. A key of lang/ may have variants: "drew number=1" replaces "drew"
// if the event's number is 1. An event or a question has a sentence for each viewpoint that reads
// differently: `own` for the actor, `other` for the target, `open` for those who know its secret,
// and `all`.
class Words {
 public:
  Words(const nlohmann::json& file, Wording wording, const TitleBook& titles = {});

  // For kNoCard: the name of a five-title combo.
  const std::string& card(Card card) const;
  const std::string& card_text(Card card) const;
  const std::string& card_short(Card card) const;

  // A combo by its name, "a pair of Tacocats". `verb`: Pair, Triple, or Card for "Tacocats".
  std::string combo(Verb verb, Card card) const;

  const std::string& preset(Preset preset) const;
  const std::string& preset_text(Preset preset) const;
  // Name of the game with these boxes, and of one box or the base game by itself.
  std::string expansions(Expansions expansions) const;
  const std::string& box(Expansions box) const;
  const std::string& box_text(Expansions box) const;

  // Sentences of an event for `viewer` (a seat, kWatcher or kEveryone). Redacts the event again, so
  // that no sentence can tell a secret to the wrong viewer. Some events need no words.
  Lines event(const Event& event, Seat viewer, Names names) const {
    return this->event(event, viewer, names, {});
  }
  // The same if the play was a combo: names it by combo(). With a voice it may use a wording of the
  // section `voice`; without one it is the factual sentence.
  Lines event(const Event& event, Seat viewer, Names names, const std::string& combo,
              const std::optional<Voice>& voice = {}) const;

  // Remark of a seat on a public event: last words of the dead, or now and then a bot's remark.
  // `characters`: keys of the bots' characters by seat; empty for people.
  Lines remarks(const Event& event, Names names, std::span<const std::string> characters,
                const Voice& voice) const;

  // The question for the acting seat; for others, whom the game waits for.
  Lines question(const QuestionContext& asked, Seat viewer, Names names) const;

  // One answer to the question, as in a list of choices; empty for an id that answers nothing.
  std::string action(Action action, const QuestionContext& asked, Names names) const;

  std::string refusal(Refusal refusal, const Values& values = {}) const;
  std::string fault(RulesFault fault, const Rules& rules, int seats) const;

  // The words of a command, separated by spaces.
  const std::string& commands(std::string_view key) const;

  // Characters of the shortcut keys on this language's keyboard, separated by spaces, in the same
  // order in every language.
  const std::string& keyboard() const;

  // Names of bots, and sentences of the tutorial, by the keys of data/.
  const std::string& character(std::string_view key) const;
  const std::string& lesson(std::string_view key) const;

  // The texts of the user interface, from the section `ui`. Texts of several lines are joined by
  // line feeds.
  std::string ui(std::string_view key, const Values& values = {}) const;

  // Parts of a long word of a card's name, for lines that are too narrow for the word.
  Lines parts_of(std::string_view word) const { return grammar_.parts_of(word); }

  // The lines of the section `rulebook` under a key; empty if there are none.
  Lines rulebook(std::string_view key, const Values& values = {}) const;

 private:
  using Texts = std::map<std::string, Lines, std::less<>>;

  void flatten(const nlohmann::json& node, const std::string& prefix, const TitleBook& titles);
  const Lines* find(const std::string& path) const;
  const Lines* find_worded(const std::string& path) const;
  const std::string& text(const std::string& path) const;
  std::string variant(std::string_view section, std::string_view key, const Values& facts) const;
  std::string part(std::string_view key, const Values& values) const;
  Lines filled_lines(const Lines& templates, const Values& values, const Event& event) const;
  Values event_values(const Event& event, Names names) const;
  Values action_values(Action action, const QuestionContext& asked, Names names) const;
  const Lines* voiced(const std::string& leaf) const;
  Lines card_lines(const Event& event) const;
  std::string card_list(const Event& event) const;

  Grammar grammar_;
  Texts texts_;                     // by path: "events/drew/own"
  std::set<std::string> variants_;  // "events/drew number=1"
  Wording wording_;
};

// Loaded at the first call and cached.
const Words& words(Language language, Wording wording = kPlain);

// Command typed instead of an answer ("help", "hand", "draw"), by a word of any language; empty if
// it is none.
std::string_view command_called(std::string_view word);

// Every path of lang/ that this code can look up, without the viewpoints of events and questions
// and without the variants of a key: other texts outside of `ui` are dead.
std::vector<std::string> known_paths();

}  // namespace nl
