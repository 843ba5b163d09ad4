#include "terminal/screen_scene.h"

#include <algorithm>

#include "terminal/time_words.h"

namespace nl {
namespace {

bool is_news(const Event& event) {
  switch (event.kind) {
    case EventKind::Saw:
    case EventKind::Shown:
    case EventKind::Lifted:
    case EventKind::PutOnTop:
    case EventKind::Drew:
    case EventKind::Gave:
    case EventKind::Stole:
    case EventKind::Collected: return event.secrets > 0;
    default: return false;
  }
}

}  // namespace

Scene scene_of(const Sight& sight, const Words& w) {
  Scene scene{.w = w};
  scene.title = w.preset(sight.preset) + " - " + w.expansions(sight.expansions);
  scene.names.assign(sight.names.begin(), sight.names.end());
  scene.first_number = first_player_number(sight.preset);
  scene.bots = sight.bots;
  scene.faces = sight.faces;
  scene.away = sight.away;
  scene.held = sight.held;
  scene.view = sight.view;
  scene.selected = -1;
  scene.keys = w.ui("screen_keys");
  return scene;
}

bool is_deed(const Event& event) {
  return event.kind != EventKind::TurnStarted && event.kind != EventKind::Passed;
}

Lines news_lines(std::span<const Event> events, Seat eyes, Names names, const Words& w) {
  constexpr int kMost = 6;
  Lines lines;
  for (const Event& event : events) {
    if (!is_news(event)) continue;
    for (std::string& line : w.event(event, eyes, names)) lines.push_back(std::move(line));
  }
  if (std::ssize(lines) > kMost) lines.erase(lines.begin(), lines.end() - std::ptrdiff_t{kMost});
  return lines;
}

Countdown countdown_of(Time left, Time whole) {
  const auto ms = std::max<Time::rep>(0, left.count());
  const auto all = static_cast<float>(std::max<Time::rep>(1, whole.count()));
  return {static_cast<int>((ms + 999) / 1000), std::min(1.0F, static_cast<float>(ms) / all)};
}

std::string time_left_words(const Countdown& countdown, const Words& w) {
  return left_words(std::chrono::seconds(countdown.seconds), w);
}

}  // namespace nl
