// Key handling of a page.
#include "terminal/screen_input.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "terminal/string_utils.h"

namespace nl {
namespace {

constexpr std::size_t kLongestTyped = 60;
constexpr int kLogStep = 3;

int choice_count(const Scene& scene) {
  return scene.question ? static_cast<int>(scene.question->choices.size()) : 0;
}

const Hit* hit_of(const Hits& hits, int choice) {
  const auto found = std::find_if(hits.begin(), hits.end(),
                                  [&](const auto& hit) { return hit->choice == choice; });
  return found == hits.end() ? nullptr : found->get();
}

// Distance of `to` from `from` in the direction of the key; targets behind it are far away.
int distance(const ftxui::Box& from, const ftxui::Box& to, KeyKind way) {
  constexpr int kFar = 1'000'000;
  const int across = (to.x_min + to.x_max) - (from.x_min + from.x_max);
  const int down = (to.y_min + to.y_max) - (from.y_min + from.y_max);
  const bool sideways = way == KeyKind::Left || way == KeyKind::Right;
  int along = sideways ? across : down;
  if (way == KeyKind::Left || way == KeyKind::Up) along = -along;
  if (along <= 0) return kFar;
  const int beside = std::abs(sideways ? down : across);
  // Cells are about twice as high as they are wide.
  return sideways ? along + 8 * beside : 8 * along + beside;
}

bool step(Scene& scene, int by) {
  const int count = choice_count(scene);
  if (count == 0) return false;
  if (scene.selected < 0 && by < 0) scene.selected = 0;
  for (int tries = 0; tries < count; ++tries) {
    scene.selected = (scene.selected + by + count) % count;
    if (scene.question->choices[static_cast<std::size_t>(scene.selected)].listed) break;
  }
  return true;
}

// Moves to the nearest choice in that direction; in a scrolled list, one further.
bool move(Scene& scene, const Hits& hits, KeyKind way) {
  const Hit* here = hit_of(hits, scene.selected);
  const Hit* best = nullptr;
  int nearest = 1'000'000;
  if (here != nullptr) {
    for (const auto& hit : hits) {
      const int far = distance(here->box, hit->box, way);
      if (far < nearest) {
        nearest = far;
        best = hit.get();
      }
    }
  }
  if (best == nullptr) return step(scene, way == KeyKind::Left || way == KeyKind::Up ? -1 : 1);
  scene.selected = best->choice;
  return true;
}

bool change_by(Scene& scene, int by) {
  const NumberRange& range = *scene.question->range;
  const int now =
      scene.typed.empty() ? range.low - (by > 0 ? by : 0) : std::atoi(scene.typed.c_str());
  scene.typed = std::to_string(std::clamp(now + by, range.low, range.high));
  return true;
}

bool arrow(Scene& scene, const Hits& hits, KeyKind way) {
  if (scene.question && scene.question->range) {
    return change_by(scene, way == KeyKind::Left || way == KeyKind::Down ? -1 : 1);
  }
  return move(scene, hits, way);
}

// The number typed so far also moves the selection, so that its card is described.
void follow_number(Scene& scene) {
  for (int i = 0; i < choice_count(scene); ++i) {
    const auto& choice = scene.question->choices[static_cast<std::size_t>(i)];
    if (std::to_string(choice.number) == scene.typed) scene.selected = i;
  }
}

bool type_into(Scene& scene, const Key& key) {
  if (scene.typed.size() + key.text.size() > kLongestTyped) return false;
  scene.typed += key.text;
  follow_number(scene);
  return true;
}

UiAction answer(const Scene& scene) {
  if (!scene.typed.empty()) return {UiVerb::Choose, scene.typed};
  if (scene.selected < 0 || scene.selected >= choice_count(scene)) return {UiVerb::Choose};
  const auto selected = static_cast<std::size_t>(scene.selected);
  return {.verb = UiVerb::Choose, .choice = scene.question->choices[selected]};
}

// A click selects; a click on the selection is the answer.
UiAction click(Scene& scene, const Hits& hits, const Key& key) {
  for (const auto& hit : hits) {
    if (!hit->box.Contain(key.x, key.y)) continue;
    scene.typed.clear();
    if (scene.selected == hit->choice) return answer(scene);
    scene.selected = hit->choice;
    return {UiVerb::Changed};
  }
  return {};
}

UiAction changed(bool is) { return {is ? UiVerb::Changed : UiVerb::Nothing}; }

bool scroll_log(Scene& scene, int by) {
  scene.log_back = std::max(0, scene.log_back + by);
  return true;
}

UiAction take_back(Scene& scene) {
  if (scene.typed.empty() && scene.log_back == 0) return {UiVerb::Back};
  scene.typed.clear();
  scene.notice.clear();
  scene.log_back = 0;
  return {UiVerb::Changed};
}

UiAction looking(Command::Verb kind) { return {.verb = UiVerb::Look, .command = {kind}}; }

// Without a question one key is enough.
UiAction letter(const Key& key) {
  switch (letter_of(key)) {
    case 'o': return looking(Command::Verb::Odds);
    case 'i': return looking(Command::Verb::Hint);
    case 'd': return looking(Command::Verb::Describe);
    case 'l': return looking(Command::Verb::Log);
    case 'c': return looking(Command::Verb::Cards);
    case 'h':
    case '?': return looking(Command::Verb::Help);
    case 'q': return {UiVerb::Quit};
    case 't': return {UiVerb::Talk};
    case 'f': return {UiVerb::Forward};
    default: return {};
  }
}

// Keys that begin no answer: text typed ahead keeps its meaning.
UiVerb speed_key(const Key& key) {
  if (key.is('>')) return UiVerb::Faster;
  return key.is('<') ? UiVerb::Slower : UiVerb::Nothing;
}

// Before a question letters may be keys, but a number begins an answer.
bool is_typed_ahead(const Scene& scene, const Key& key) {
  return scene.ahead && (!scene.typed.empty() || key.is_digit() || key.is('-'));
}

// A network window, or one for the whole table, doesn't wait for Enter.
std::optional<UiAction> quick_answer(const Scene& scene, const Key& key) {
  if (!scene.typed.empty()) return std::nullopt;
  if (scene.digits && key.is_digit()) return UiAction{UiVerb::Choose, key.text};
  if (!scene.quick) return std::nullopt;
  const char letter = letter_of(key);
  if (letter == 'n') return UiAction{UiVerb::Choose, "1"};
  if (letter == 'p') return UiAction{UiVerb::Choose, "2"};
  return std::nullopt;
}

UiAction character(Scene& scene, const Key& key) {
  if (const auto answer = quick_answer(scene, key)) return *answer;
  const bool may_hurry = scene.ahead || !reads_lines(scene);
  if (const UiVerb speed = speed_key(key); speed != UiVerb::Nothing && may_hurry) return {speed};
  const bool typed = reads_lines(scene) || is_typed_ahead(scene, key);
  return typed ? changed(type_into(scene, key)) : letter(key);
}

}  // namespace

ParsedLine parse_action(const UiAction& action, const Question& question, const Speech& speech) {
  if (action.choice) return parse_picked(question, *action.choice, speech);
  return parse_line(question, action.input, speech);
}

bool reads_lines(const Scene& scene) { return scene.question.has_value() || scene.reads; }

char letter_of(const Key& key) {
  return key.kind == KeyKind::Character ? letter_of(key.text) : '\0';
}

namespace {

// While a chat message is typed, every character belongs to it.
UiAction talk(Scene& scene, const Key& key) {
  constexpr std::size_t kLongest = 300;
  std::string& text = *scene.talk;
  switch (key.kind) {
    case KeyKind::Enter: {
      std::string said = std::move(text);
      scene.talk.reset();
      return said.empty() ? UiAction{UiVerb::Changed} : UiAction{UiVerb::Say, std::move(said)};
    }
    case KeyKind::Escape: scene.talk.reset(); return {UiVerb::Changed};
    case KeyKind::Backspace: erase_last(text); return {UiVerb::Changed};
    case KeyKind::Character:
      if (text.size() + key.text.size() <= kLongest) text += key.text;
      return {UiVerb::Changed};
    default: return {};
  }
}

}  // namespace

UiAction press(Scene& scene, const Hits& hits, const Key& key) {
  if (scene.talk) return talk(scene, key);
  switch (key.kind) {
    case KeyKind::Up:
    case KeyKind::Down:
    case KeyKind::Left:
    case KeyKind::Right:
      if (!scene.question || !scene.question->range) scene.typed.clear();
      return changed(arrow(scene, hits, key.kind));
    case KeyKind::Tab: return changed(step(scene, 1));
    case KeyKind::Enter: return answer(scene);
    case KeyKind::Escape: return take_back(scene);
    case KeyKind::Backspace:
      if (scene.typed.empty()) return {};
      erase_last(scene.typed);
      return {UiVerb::Changed};
    case KeyKind::PageUp: return changed(scroll_log(scene, kLogStep));
    case KeyKind::PageDown: return changed(scroll_log(scene, -kLogStep));
    case KeyKind::WheelUp: return changed(scroll_log(scene, 1));
    case KeyKind::WheelDown: return changed(scroll_log(scene, -1));
    case KeyKind::Click: return click(scene, hits, key);
    case KeyKind::Character: return character(scene, key);
    default: return {};
  }
}

}  // namespace nl
