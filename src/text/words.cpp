#include "text/words.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "text/korean.h"
#include "text/lang_data.h"
#include "text/notation.h"

namespace nl {
namespace {

// Events of one kind that read differently.
struct Variant {
  EventKind kind;
  std::string_view suffix;
  bool (*applies)(const Event&);
};

bool is_imploding(const Event& event) { return event.card == Card::Imploding; }
bool is_zero(const Event& event) { return event.number == 0; }
bool is_one(const Event& event) { return event.number == 1; }
bool is_some(const Event& event) { return event.number > 0; }
bool is_several(const Event& event) { return event.number > 1; }

constexpr auto kVariants = std::to_array<Variant>({
    {EventKind::PlayedPair, "_feral", is_some},
    {EventKind::PlayedTriple, "_feral", is_some},
    {EventKind::Noped, "_again", is_several},
    {EventKind::Cancelled, "_shuffle", [](const Event& e) { return e.card == Card::Shuffle; }},
    {EventKind::WentThrough, "_unopposed", is_zero},
    {EventKind::Reversed, "_backward", is_zero},
    {EventKind::Shuffled, "_once", is_one},
    {EventKind::Saw, "_nothing", is_zero},
    {EventKind::Altering, "_nothing", is_zero},
    {EventKind::Drew, "_bottom", is_one},
    {EventKind::DrewKitten, "_imploding", is_imploding},
    {EventKind::Guessed, "_defuse", [](const Event& e) { return e.card == Card::Defuse; }},
    {EventKind::PutBack, "_imploding", is_imploding},
    {EventKind::Died, "_imploding", is_imploding},
    {EventKind::Died, "_left", [](const Event& e) { return e.card == kNoCard; }},
});

constexpr auto kExpansionKeys =
    std::to_array<std::string_view>({"none", "imploding", "streaking", "both"});

constexpr auto kActionKeys = std::to_array<std::string_view>(
    {"draw",      "pass_window", "pass_chain", "nope",      "blind_turn",  "blind_guess",
     "five",      "keep",        "defuse",     "target",    "depth_top",   "depth_bottom",
     "depth",     "order",       "times",      "play",      "pair",        "triple",
     "card_name", "card_five",   "card_give",  "card_take", "card_collect"});

constexpr auto kPartKeys = std::to_array<std::string_view>(
    {"five_cards", "place_top", "place_under", "card_line_top", "card_line", "separator"});

// A line of its own in a template: stands for one line for each card.
constexpr std::string_view kCardLines = "{card_lines}";

std::string path(std::string_view section, std::string_view key, std::string_view leaf = {}) {
  std::string joined(section);
  joined.append("/").append(key);
  if (!leaf.empty()) joined.append("/").append(leaf);
  return joined;
}

std::string event_key(const Event& event) {
  std::string key(kEventNames[event.kind]);
  for (const Variant& variant : kVariants) {
    if (variant.kind == event.kind && variant.applies(event)) {
      key += variant.suffix;
      break;
    }
  }
  return key;
}

// The engine works these off before it asks anybody.
bool is_seen(Phase phase) { return phase != Phase::Explode && phase != Phase::EndTurn; }

std::string_view expansions_key(Expansions expansions) { return kExpansionKeys[expansions & 3u]; }

// A name that is missing must not cost a message.
std::string name_of(Seat seat, Names names) {
  return seat < names.size() ? names[seat] : std::to_string(seat);
}

std::string_view number_key(const Asked& asked, int number) {
  switch (asked.phase) {
    case Phase::Order: return "order";
    case Phase::Times: return "times";
    default: break;
  }
  if (number == 0) return "depth_top";
  return number == asked.pile_size ? "depth_bottom" : "depth";
}

std::string_view card_key(Phase phase) {
  switch (phase) {
    case Phase::Name: return "card_name";
    case Phase::Five: return "card_five";
    case Phase::Take: return "card_take";
    case Phase::Collect: return "card_collect";
    default: return "card_give";
  }
}

std::string_view action_key(Action action, const Asked& asked) {
  switch (action.verb()) {
    case Verb::Draw: return "draw";
    case Verb::Pass: return asked.phase == Phase::Chain ? "pass_chain" : "pass_window";
    case Verb::Nope: return "nope";
    case Verb::Blind: return asked.phase == Phase::Guess ? "blind_guess" : "blind_turn";
    case Verb::Five: return "five";
    case Verb::Keep: return "keep";
    case Verb::Defuse: return "defuse";
    case Verb::Target: return "target";
    case Verb::Number: return number_key(asked, action.number());
    case Verb::Play: return "play";
    case Verb::Pair: return "pair";
    case Verb::Triple: return "triple";
    case Verb::Card: return card_key(asked.phase);
    default: return {};
  }
}

bool answers_something(Action action, const Asked& asked) {
  if (action.verb() == Verb::Reserved) return false;
  if (action.verb() == Verb::Target) return action.distance() < asked.seats;
  return action.id < kPlayBase || index(action.card()) < kCardKinds;
}

void flatten(const nlohmann::json& node, const std::string& prefix,
             std::map<std::string, Lines, std::less<>>& texts) {
  for (const auto& [key, value] : node.items()) {
    const std::string here = prefix.empty() ? key : prefix + '/' + key;
    if (value.is_object()) {
      flatten(value, here, texts);
    } else if (value.is_array()) {
      texts[here] = value.get<Lines>();
    } else {
      texts[here] = {value.get<std::string>()};
    }
  }
}

const std::string* value_of(std::string_view name, const Values& values) {
  for (const Value& value : values) {
    if (value.name == name) return &value.text;
  }
  return nullptr;
}

// What stands between the braces; nothing where there is no such value.
std::optional<std::string> filled_slot(std::string_view slot, const Values& values) {
  const std::size_t end = slot.find_first_of(":|");
  const std::string* value = value_of(slot.substr(0, end), values);
  if (value == nullptr) return std::nullopt;
  if (end == std::string_view::npos) return *value;
  const std::string_view forms = slot.substr(end + 1);
  if (slot[end] == ':') return *value + std::string(josa(*value, forms));
  const std::size_t bar = forms.find('|');
  return std::string(*value == "1" ? forms.substr(0, bar) : forms.substr(bar + 1));
}

}  // namespace

std::string fill(std::string_view words, const Values& values) {
  std::string text;
  while (!words.empty()) {
    const std::size_t open = words.find('{');
    text += words.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = words.find('}', open);
    const std::string_view slot = words.substr(open + 1, close - open - 1);
    const auto filled = filled_slot(slot, values);
    text += filled ? *filled : '{' + std::string(slot) + '}';
    if (close == std::string_view::npos) break;
    words.remove_prefix(close + 1);
  }
  return text;
}

Words::Words(std::string_view json, Wording wording) : wording_(wording) {
  flatten(nlohmann::json::parse(json), "", texts_);
}

const Lines* Words::find(const std::string& path) const {
  const auto found = texts_.find(path);
  return found == texts_.end() ? nullptr : &found->second;
}

const std::string& Words::text(const std::string& path) const {
  static const std::string kNone;
  const Lines* lines = wording_ == Wording::Srs ? find("srs/" + path) : nullptr;
  if (lines == nullptr) lines = find(path);
  return lines == nullptr || lines->empty() ? kNone : lines->front();
}

std::string Words::filled(const std::string& path, const Values& values) const {
  return fill(text(path), values);
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
const std::string& Words::preset(Preset preset) const {
  return text(path("presets", preset_name(preset), "name"));
}
const std::string& Words::preset_text(Preset preset) const {
  return text(path("presets", preset_name(preset), "text"));
}
const std::string& Words::expansions(Expansions expansions) const {
  return text(path("expansions", expansions_key(expansions), "name"));
}
const std::string& Words::expansions_text(Expansions expansions) const {
  return text(path("expansions", expansions_key(expansions), "text"));
}

std::string Words::place(int cards_above) const {
  if (cards_above == 0) return text("parts/place_top");
  return filled("parts/place_under", {{"number", std::to_string(cards_above)}});
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
    lines.push_back(
        filled(i == 0 ? "parts/card_line_top" : "parts/card_line",
               {{"number", std::to_string(i + 1)}, {"card", card(event.secret_card(i))}}));
  }
  return lines;
}

Values Words::event_values(const Event& event, Names names) const {
  Values values = {{"seat", name_of(event.seat, names)},
                   {"other", name_of(event.other, names)},
                   {"card", card(event.card)},
                   {"number", std::to_string(event.number)}};
  if (event.secrets == 0) return values;
  if (event.kind == EventKind::PutBack) {
    values.push_back({"place", place(event.secret[0])});
  } else {
    values.push_back({"secret", card(event.secret_card())});
    values.push_back({"cards", card_list(event)});
  }
  return values;
}

Lines Words::filled_lines(const Lines& templates, const Values& values, const Event& event) const {
  Lines lines;
  for (const std::string& line : templates) {
    if (line == kCardLines) {
      for (std::string& card_line : card_lines(event)) lines.push_back(std::move(card_line));
    } else {
      lines.push_back(fill(line, values));
    }
  }
  return lines;
}

Lines Words::event(const Event& event, Seat viewer, Names names) const {
  const Event shown = viewer == kEveryone ? event : redact(event, viewer);
  if (shown.kind == EventKind::None) return {};
  std::vector<std::string_view> viewpoints;
  if (viewer == shown.seat) viewpoints.push_back("own");
  if (viewer == shown.other) viewpoints.push_back("other");
  if (shown.secrets > 0 || shown.hidden) viewpoints.push_back("open");
  viewpoints.push_back("all");

  const std::string key = event_key(shown);
  for (const std::string_view section : {"srs/events", "events"}) {
    if (wording_ == Wording::Plain && section != "events") continue;
    for (const std::string_view viewpoint : viewpoints) {
      const Lines* lines = find(path(section, key, viewpoint));
      if (lines != nullptr) return filled_lines(*lines, event_values(shown, names), shown);
    }
  }
  return {};
}

Lines Words::question(const Asked& asked, Seat viewer, Names names) const {
  const Values values = {{"seat", name_of(asked.seat, names)},
                         {"high", std::to_string(asked.pile_size)}};
  const bool own = viewer == asked.seat && asked.phase != Phase::Over;
  const std::string leaf = path("questions", phase_name(asked.phase), own ? "own" : "all");
  const Lines* lines = wording_ == Wording::Srs ? find("srs/" + leaf) : nullptr;
  if (lines == nullptr) lines = find(leaf);
  return lines == nullptr ? Lines{} : filled_lines(*lines, values, {});
}

std::string Words::action(Action action, const Asked& asked, Names names) const {
  if (!answers_something(action, asked)) return {};
  Values values;
  if (action.verb() == Verb::Target) {
    const Seat seat = seat_after(asked.seat, action.distance(), asked.seats);
    values.push_back({"seat", name_of(seat, names)});
  } else if (action.verb() == Verb::Number) {
    // People count the cards before them from one.
    const int shown = action.number() + (asked.phase == Phase::Order ? 1 : 0);
    values.push_back({"number", std::to_string(shown)});
  } else if (action.id >= kPlayBase) {
    values.push_back({"card", card(action.card())});
  }
  return filled(path("actions", action_key(action, asked)), values);
}

std::string Words::refusal(Refusal refusal, const Values& values) const {
  return filled(path("refusals", kRefusalNames[refusal]), values);
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
  return filled(path("faults", kFaultNames[fault]), values);
}

std::string Words::ui(std::string_view key, const Values& values) const {
  const Lines* lines = find(path("ui", key));
  if (lines == nullptr) return std::string(key);
  std::string joined;
  for (const std::string& line : *lines) {
    if (&line != &lines->front()) joined += '\n';
    joined += fill(line, values);
  }
  return joined;
}

const Words& words(Language language, Wording wording) {
  static const std::array<Words, 4> kAll = {
      Words(kLangEn, Wording::Plain), Words(kLangEn, Wording::Srs), Words(kLangKo, Wording::Plain),
      Words(kLangKo, Wording::Srs)};
  return kAll[static_cast<std::size_t>(language) * 2 + static_cast<std::size_t>(wording)];
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
  for (const std::string_view key : kExpansionKeys) add("expansions", key, "name", "text");
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    if (is_seen(phase)) add("questions", phase_name(phase), "");
  }
  for (const std::string_view key : kActionKeys) add("actions", key, "");
  for (std::size_t i = 1; i < kEventNames.names.size(); ++i)
    add("events", kEventNames.names[i], "");
  for (const Variant& variant : kVariants) {
    const std::string_view kind = kEventNames.names[static_cast<std::size_t>(variant.kind)];
    add("events", std::string(kind).append(variant.suffix), "");
  }
  for (const std::string_view key : kRefusalNames.names) add("refusals", key, "");
  for (std::size_t i = 1; i < kFaultNames.names.size(); ++i)
    add("faults", kFaultNames.names[i], "");
  for (const std::string_view key : kPartKeys) add("parts", key, "");
  return paths;
}

}  // namespace nl
