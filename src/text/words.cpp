// Lookup of texts by key, wording and viewpoint.
#include "text/words.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>
#include <sstream>

#include "text/lang_data.h"
#include "text/notation.h"
#include "text/titles.h"

namespace nl {
namespace {

// The verbs in record notation. A number's meaning depends on the question.
constexpr auto kVerbKeys =
    std::to_array<std::string_view>({"draw", "pass", "nope", "blind", "five", "keep", "defuse",
                                     "target", "depth", "play", "pair", "triple", "card"});
static_assert(kVerbKeys.size() == static_cast<std::size_t>(Verb::Reserved));

constexpr auto kPartKeys =
    std::to_array<std::string_view>({"pair", "triple", "many", "five_cards", "place", "card_line",
                                     "separator", "list_end", "remark"});

constexpr auto kCommandKeys = std::to_array<std::string_view>(
    {"help", "hand", "describe", "log", "odds", "hint", "table", "cards", "back", "quit", "say",
     "draw", "blind", "five", "keep", "pass", "yes", "no"});

// The section with other wordings of events: a list for each, beside the factual sentence.
const std::string kVoice = "voice";

// A line of its own in a template: expands to one line per card.
constexpr std::string_view kCardLines = "{card_lines}";

// Events whose card is the one that was played, alone or in a combo.
bool is_about_play(EventKind kind) {
  switch (kind) {
    case EventKind::ChoseTarget:
    case EventKind::Noped:
    case EventKind::Cancelled:
    case EventKind::WentThrough:
    case EventKind::Fizzled: return true;
    default: return false;
  }
}

void set_value(Values& values, std::string_view name, const std::string& text) {
  for (Value& value : values) {
    if (value.name == name) value.text = text;
  }
}

std::string path(std::string_view section, std::string_view key, std::string_view leaf = {}) {
  std::string joined(section);
  joined.append("/").append(key);
  if (!leaf.empty()) joined.append("/").append(leaf);
  return joined;
}

// The engine handles these itself, without asking a player.
bool is_seen(Phase phase) { return phase != Phase::Explode && phase != Phase::EndTurn; }

// A missing name must not cost a message.
std::string name_of(Seat seat, Names names) {
  return seat < names.size() ? names[seat] : std::to_string(seat);
}

std::string_view action_key(Verb verb, Phase phase) {
  if (verb == Verb::Number && phase == Phase::Order) return "order";
  if (verb == Verb::Number && phase == Phase::Times) return "times";
  return kVerbKeys[static_cast<std::size_t>(verb)];
}

bool answers_something(Action action, const QuestionContext& asked) {
  if (action.verb() == Verb::Reserved) return false;
  if (action.verb() == Verb::Target) return action.distance() < asked.seats;
  return action.id < kPlayBase || index(action.card()) < kCardKinds;
}

}  // namespace

Words::Words(const nlohmann::json& file, Wording wording, const TitleBook& titles)
    : grammar_(file.at("grammar")), wording_(wording) {
  flatten(file, "", titles);
}

void Words::flatten(const nlohmann::json& node, const std::string& prefix,
                    const TitleBook& titles) {
  for (const auto& [key, value] : node.items()) {
    const std::string here = prefix.empty() ? key : prefix + '/' + key;
    if (key.find('=') != std::string::npos) variants_.insert(here);
    if (here == "grammar") continue;
    if (value.is_object()) {
      flatten(value, here, titles);
    } else {
      Lines lines = value.is_array() ? value.get<Lines>() : Lines{value.get<std::string>()};
      for (std::string& line : lines) line = titles.text(here, std::move(line));
      texts_[here] = std::move(lines);
    }
  }
}

const Lines* Words::find(const std::string& path) const {
  const auto found = texts_.find(path);
  return found == texts_.end() ? nullptr : &found->second;
}

const Lines* Words::find_worded(const std::string& path) const {
  const Lines* lines = wording_.empty() ? nullptr : find(nl::path(wording_, path));
  return lines == nullptr ? find(path) : lines;
}

const std::string& Words::text(const std::string& path) const {
  static const std::string kNone;
  const Lines* lines = find_worded(path);
  return lines == nullptr || lines->empty() ? kNone : lines->front();
}

// The key, or the variant of it whose condition holds. The list of variants is the same under every
// wording: a wording has other sentences, not other cases.
std::string Words::variant(std::string_view section, std::string_view key,
                           const Values& facts) const {
  for (const Value& fact : facts) {
    const std::string found =
        path(section, key).append(" ").append(fact.name).append("=").append(fact.text);
    if (variants_.contains(found)) return found;
  }
  return path(section, key);
}

std::string Words::part(std::string_view key, const Values& values) const {
  return grammar_.fill(text(variant("parts", key, values)), values);
}

const std::string& Words::card(Card card) const {
  if (index(card) >= kCardKinds) return text("parts/five_cards");
  return text(path("cards", card_name(card), "name"));
}
const std::string& Words::card_text(Card card) const {
  return text(path("cards", card_name(card), "text"));
}
const std::string& Words::card_short(Card card) const {
  return text(path("cards", card_name(card), "short"));
}
std::string Words::combo(Verb verb, Card card) const {
  if (index(card) >= kCardKinds) return this->card(card);
  const bool pair = verb == Verb::Pair;
  const std::string_view key = pair ? "pair" : verb == Verb::Triple ? "triple" : "many";
  const std::string path = variant("parts", key, {{"card", std::string(card_name(card))}});
  return grammar_.fill(text(path), {{"card", this->card(card)}});
}
const std::string& Words::preset(Preset preset) const {
  return text(path("presets", preset_name(preset), "name"));
}
const std::string& Words::preset_text(Preset preset) const {
  return text(path("presets", preset_name(preset), "text"));
}
const std::string& Words::box(Expansions box) const {
  return text(path("expansions", expansions_name(box), "name"));
}
const std::string& Words::box_text(Expansions box) const {
  return text(path("expansions", expansions_name(box), "text"));
}
std::string Words::expansions(Expansions expansions) const {
  if (expansions == kBase) return box(kBase);
  std::string list;
  for (const BoxRow& row : box_rows()) {
    if (!(expansions & row.bit)) continue;
    const bool last = (expansions >> 1) < row.bit;
    if (list.empty()) {
      list = box(row.bit);
    } else if (last) {
      list = grammar_.fill(text("parts/list_end"), {{"list", list}, {"last", box(row.bit)}});
    } else {
      list += text("parts/separator") + box(row.bit);
    }
  }
  return list;
}

std::string Words::card_list(const Event& event) const {
  std::string list;
  for (int i = 0; i < event.secrets; ++i) {
    if (i > 0) list += text("parts/separator");
    list += card(event.secret_card(i));
  }
  return list;
}

Lines Words::card_lines(const Event& event) const {
  Lines lines;
  for (int i = 0; i < event.secrets; ++i) {
    lines.push_back(part(
        "card_line", {{"number", std::to_string(i + 1)}, {"card", card(event.secret_card(i))}}));
  }
  return lines;
}

Values Words::event_values(const Event& event, Names names) const {
  Values values = {{"seat", name_of(event.seat, names)},
                   {"other", name_of(event.other, names)},
                   {"card", card(event.card)},
                   {"number", std::to_string(event.number)}};
  const bool combo_played =
      event.kind == EventKind::PlayedPair || event.kind == EventKind::PlayedTriple;
  if (combo_played) {
    const Verb verb = event.kind == EventKind::PlayedPair ? Verb::Pair : Verb::Triple;
    values.push_back({"combo", combo(verb, event.card)});
  }
  if (event.secrets == 0) return values;
  if (tells_place(event.kind)) {
    const std::string above = std::to_string(event.secret[0]);
    values.push_back({"place", part("place", {{"number", above}})});
  } else {
    values.push_back({"cards", card_list(event)});
  }
  if (event.kind != EventKind::PutBack) {
    values.push_back({"secret", card(event.secret_card(tells_place(event.kind) ? 1 : 0))});
  }
  return values;
}

Lines Words::filled_lines(const Lines& templates, const Values& values, const Event& event) const {
  Lines lines;
  for (const std::string& line : templates) {
    if (line == kCardLines) {
      for (std::string& card_line : card_lines(event)) lines.push_back(std::move(card_line));
    } else {
      lines.push_back(grammar_.fill(line, values));
    }
  }
  return lines;
}

// Other wordings of a sentence. A preset with its own sentences uses them unchanged.
const Lines* Words::voiced(const std::string& leaf) const {
  return wording_.empty() ? find(kVoice + leaf.substr(leaf.find('/'))) : nullptr;
}

Lines Words::event(const Event& event, Seat viewer, Names names, const std::string& combo,
                   const std::optional<Voice>& voice) const {
  const Event shown = viewer == kEveryone ? event : redact(event, viewer);
  if (shown.kind == EventKind::None) return {};
  std::vector<std::string_view> viewpoints;
  if (viewer == shown.seat) viewpoints.push_back("own");
  if (viewer == shown.other) viewpoints.push_back("other");
  if (shown.secrets > 0) viewpoints.push_back("open");
  // Only players who may know it receive a hidden event, whatever it contains.
  viewpoints.insert(viewpoints.end(), {"all", "open"});

  const std::string card = shown.card == kNoCard ? "none" : std::string(card_name(shown.card));
  const bool of_combo = !combo.empty() && is_about_play(shown.kind);
  const std::string number = std::to_string(shown.number);
  Values facts{{"combo", of_combo ? "1" : "0"}, {"number", number}, {"card", card}};
  const std::string both = "number=" + number + " combo";
  if (of_combo) facts.insert(facts.begin(), {both, "1"});
  const std::string key = variant("events", kEventNames[shown.kind], facts);
  Values values = event_values(shown, names);
  if (of_combo) {
    set_value(values, "card", combo);
    values.push_back({"many", this->combo(Verb::Card, shown.card)});
  }
  // A sentence of this wording has priority over a plain one, for every viewer.
  for (const std::string& section : {wording_.empty() ? key : path(wording_, key), key}) {
    for (const std::string_view viewpoint : viewpoints) {
      const std::string leaf = path(section, viewpoint);
      const Lines* lines = find(leaf);
      if (lines == nullptr) continue;
      const Lines* others = voice ? voiced(leaf) : nullptr;
      const std::size_t chosen = others == nullptr ? 0 : wording_at(*voice, others->size() + 1);
      if (chosen > 0) return {grammar_.fill((*others)[chosen - 1], values)};
      return filled_lines(*lines, values, shown);
    }
  }
  return {};
}

namespace {

// Seat that makes a remark on an event; kNoSeat: none.
Seat speaker_of(const Event& event) {
  switch (event.kind) {
    case EventKind::Died: return event.card == kNoCard ? kNoSeat : event.seat;
    case EventKind::Noped:
    case EventKind::Defused:
    case EventKind::TookNamed:
    case EventKind::Won: return event.seat;
    case EventKind::Attacked:
    case EventKind::Stole: return event.other;
    default: return kNoSeat;
  }
}

}  // namespace

Lines Words::remarks(const Event& event, Names names, std::span<const std::string> characters,
                     const Voice& voice) const {
  constexpr std::size_t kSeldom = 3;  // one in this many such moments gets a bot's remark
  const Seat seat = speaker_of(event);
  if (seat == kNoSeat || event.hidden || !wording_.empty()) return {};
  const bool dead = event.kind == EventKind::Died;
  const std::string character = seat < characters.size() ? characters[seat] : "";
  const Lines* all = find("remarks/" + (dead ? "last_words" : character));
  if (all == nullptr) return {};
  const std::size_t chosen = wording_at(aside(voice), all->size() * (dead ? 1 : kSeldom));
  if (chosen >= all->size()) return {};
  return {part("remark", {{"seat", name_of(seat, names)}, {"remark", (*all)[chosen]}})};
}

Lines Words::question(const QuestionContext& asked, Seat viewer, Names names) const {
  const Values values = {{"seat", name_of(asked.seat, names)},
                         {"high", std::to_string(asked.pile_size)}};
  const bool own = viewer == asked.seat && asked.phase != Phase::Over;
  const std::string leaf = path("questions", phase_name(asked.phase), own ? "own" : "all");
  const Lines* lines = find_worded(leaf);
  return lines == nullptr ? Lines{} : filled_lines(*lines, values, {});
}

Values Words::action_values(Action action, const QuestionContext& asked, Names names) const {
  switch (action.verb()) {
    case Verb::Target: {
      const Seat seat = seat_after(asked.seat, action.distance(), asked.seats);
      return {{"seat", name_of(seat, names)}};
    }
    case Verb::Number: {
      // People count cards from one.
      const int shown = action.number() + (asked.phase == Phase::Order ? 1 : 0);
      return {{"number", std::to_string(shown)}};
    }
    case Verb::Pair:
    case Verb::Triple: return {{"combo", combo(action.verb(), action.card())}};
    case Verb::Play:
    case Verb::Card: return {{"card", card(action.card())}};
    default: return {};
  }
}

std::string Words::action(Action action, const QuestionContext& asked, Names names) const {
  if (!answers_something(action, asked)) return {};
  Values facts = {{"phase", std::string(phase_name(asked.phase))}};
  if (action.verb() == Verb::Number) {
    facts.push_back({"number", std::to_string(action.number())});
    facts.push_back({"below", std::to_string(asked.pile_size - action.number())});
  }
  const std::string key = variant("actions", action_key(action.verb(), asked.phase), facts);
  return grammar_.fill(text(key), action_values(action, asked, names));
}

std::string Words::refusal(Refusal refusal, const Values& values) const {
  return grammar_.fill(text(path("refusals", kRefusalNames[refusal])), values);
}

std::string Words::fault(RulesFault fault, const Rules& rules, int seats) const {
  Values values;
  switch (fault) {
    case RulesFault::Players:
      values = {{"low", std::to_string(rules.min_players)},
                {"high", std::to_string(rules.max_players)}};
      break;
    case RulesFault::Limits: values = {{"high", std::to_string(kMaxSeats)}}; break;
    case RulesFault::BoxTooLarge: values = {{"high", std::to_string(kMaxBox)}}; break;
    case RulesFault::Defuses: values = {{"number", std::to_string(seats)}}; break;
    case RulesFault::HandTooLarge: values = {{"number", std::to_string(rules.hand)}}; break;
    default: break;
  }
  return grammar_.fill(text(path("faults", kFaultNames[fault])), values);
}

const std::string& Words::commands(std::string_view key) const {
  return text(path("commands", key));
}

const std::string& Words::keyboard() const { return text("keyboard"); }

const std::string& Words::character(std::string_view key) const {
  return text(path("characters", key));
}

const std::string& Words::lesson(std::string_view key) const { return text(path("learn", key)); }

std::string Words::ui(std::string_view key, const Values& values) const {
  const Lines* lines = find(path("ui", key));
  if (lines == nullptr) return std::string(key);
  std::string joined;
  for (const std::string& line : *lines) {
    if (&line != &lines->front()) joined += '\n';
    joined += grammar_.fill(line, values);
  }
  return joined;
}

Lines Words::rulebook(std::string_view key, const Values& values) const {
  Lines filled;
  const Lines* lines = find(path("rulebook", key));
  if (lines == nullptr) return filled;
  for (const std::string& line : *lines) filled.push_back(grammar_.fill(line, values));
  return filled;
}

const std::vector<Wording>& all_wordings() {
  static const std::vector<Wording> kAll = [] {
    std::vector<Wording> all = {kPlain};
    for (int i = 0; i < kPresets; ++i) {
      const Wording own = wording_of(static_cast<Preset>(i));
      if (std::find(all.begin(), all.end(), own) == all.end()) all.push_back(own);
    }
    return all;
  }();
  return kAll;
}

namespace {

// In every language and wording.
std::vector<Words> all_words(Titles titles) {
  std::vector<Words> all;
  for (const LanguageFile& file : language_files()) {
    const nlohmann::json texts = nlohmann::json::parse(file.json);
    const TitleBook book = titles == Titles::Own ? TitleBook::own(file.code) : TitleBook();
    for (const Wording each : all_wordings()) all.emplace_back(texts, each, book);
  }
  return all;
}

const std::vector<Words>& own_words() {
  static const std::vector<Words> kOwn = all_words(Titles::Own);
  return kOwn;
}

}  // namespace

const Words& words(Language language, Wording wording) {
  static const std::vector<Words> kKnown = all_words(Titles::Known);
  const std::vector<Words>& all = titles_in_use() == Titles::Own ? own_words() : kKnown;
  const std::vector<Wording>& wordings = all_wordings();
  const auto place = std::find(wordings.begin(), wordings.end(), wording) - wordings.begin();
  assert(static_cast<std::size_t>(place) < wordings.size());
  return all[static_cast<std::size_t>(language) * wordings.size() +
             static_cast<std::size_t>(place)];
}

std::string_view command_called(std::string_view word) {
  static const std::map<std::string, std::string_view, std::less<>> kCommands = [] {
    std::map<std::string, std::string_view, std::less<>> commands;
    for (const Language language : all_languages()) {
      for (const std::string_view key : kCommandKeys) {
        std::istringstream list(words(language).commands(key));
        for (std::string each; list >> each;) commands.emplace(each, key);
      }
    }
    return commands;
  }();
  const auto found = kCommands.find(word);
  return found == kCommands.end() ? std::string_view() : found->second;
}

std::vector<std::string> known_paths() {
  std::vector<std::string> paths;
  const auto add = [&](std::string_view section, std::string_view key, auto... leaves) {
    (paths.push_back(path(section, key, leaves)), ...);
  };
  for (int i = 0; i < kCardKinds; ++i) {
    add("cards", card_name(card_at(i)), "name", "text", "short");
  }
  for (int i = 0; i < kPresets; ++i) {
    add("presets", preset_name(static_cast<Preset>(i)), "name", "text");
  }
  add("expansions", expansions_name(kBase), "name", "text");
  for (const BoxRow& box : box_rows()) add("expansions", box.key, "name", "text");
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    if (is_seen(phase)) add("questions", phase_name(phase), "");
  }
  for (const std::string_view key : kVerbKeys) add("actions", key, "");
  for (const std::string_view key : {"order", "times"}) add("actions", key, "");
  for (std::size_t i = 1; i < kEventNames.names.size(); ++i)
    add("events", kEventNames.names[i], "");
  for (const std::string_view key : kRefusalNames.names) add("refusals", key, "");
  for (std::size_t i = 1; i < kFaultNames.names.size(); ++i)
    add("faults", kFaultNames.names[i], "");
  for (const std::string_view key : kPartKeys) add("parts", key, "");
  for (const std::string_view key : kCommandKeys) add("commands", key, "");
  paths.emplace_back("keyboard");
  return paths;
}

}  // namespace nl
