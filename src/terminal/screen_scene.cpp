// Scene from a table model, headlines and countdowns.
#include "terminal/screen_scene.h"

#include <algorithm>

#include "terminal/time_words.h"

namespace nl {

Note info_note(const Command& command, const Lines& lines, const Words& w) {
  const int last = static_cast<int>(lines.size()) * 1000;  // more rows than any wrapped line has
  return {.title = info_title(command, w),
          .lines = lines,
          .scrolled = command.kind == Command::Verb::Log ? last : 0};
}
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

Scene scene_of(const TableModel& table_model, const Words& w) {
  Scene scene{.w = w};
  scene.title = w.preset(table_model.preset) + " - " + w.expansions(table_model.expansions);
  scene.names.assign(table_model.names.begin(), table_model.names.end());
  scene.first_number = first_player_number(table_model.preset);
  scene.bots = table_model.bots;
  scene.faces = table_model.faces;
  scene.away = table_model.away;
  scene.held = table_model.held;
  scene.view = table_model.view;
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
