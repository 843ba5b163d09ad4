#include "terminal/sight.h"

#include <algorithm>

#include "text/characters.h"

namespace nl {
namespace {

std::vector<std::string> bots_at(const Table& table) {
  std::vector<std::string> bots;
  for (Seat seat = 0; seat < table.seats(); ++seat) {
    bots.push_back(table.is_bot(seat) ? table.bot_name(seat) : "");
  }
  return bots;
}

}  // namespace

std::vector<std::string> faces_of(std::span<const std::string> bots) {
  std::vector<std::string> faces;
  for (const auto& character : characters_at(bots)) {
    faces.push_back(character ? character->face : "");
  }
  return faces;
}

Sight sight_of(const Table& table, Seat eyes) {
  Sight sight{.rules = table.rules()};
  sight.preset = table.preset();
  sight.expansions = table.expansions();
  sight.names = table.names();
  sight.bots = static_cast<SeatMask>(all_seats(table.seats()) & ~table.people());
  sight.view = table.view(eyes);
  sight.odds = next_draw_odds(table.rules(), sight.view);
  sight.events = table.events(eyes);
  sight.faces = faces_of(bots_at(table));
  return sight;
}

Sight sight_of(const ClientModel& model) {
  Sight sight{.rules = model.rules()};
  sight.preset = model.room().settings.preset;
  sight.expansions = model.room().settings.expansions;
  sight.names = model.names();
  sight.bots = model.bots();
  sight.away = model.away();
  sight.held = model.held();
  sight.view = model.view();
  sight.odds = model.odds();
  std::vector<std::string> bots;
  for (const RoomPlayer& player : model.room().players) bots.push_back(player.bot);
  sight.faces = faces_of(bots);
  sight.events = model.events();
  return sight;
}

Lines waiting_lines(const Sight& sight, const Words& w) {
  const View& v = sight.view;
  return w.question({v.phase(), v.top().seat, v.seats, v.pile_size}, kWatcher, sight.names);
}

std::optional<Lines> look(const Command& command, const Sight& sight, const Words& w,
                          bool hand_hidden) {
  constexpr std::size_t kMostEvents = 40;
  const Speech speech = sight.speech(w);
  switch (command.kind) {
    case Command::Kind::Help: return Lines{w.ui("help")};
    case Command::Kind::Hand:
      if (hand_hidden) return Lines{w.ui("hands_are_hidden")};
      return hand_lines(sight.view, speech);
    case Command::Kind::Describe: return describe_card(command.argument, w);
    case Command::Kind::Log:
      return event_lines(sight.events, kMostEvents, sight.view.viewer, sight.names, w);
    case Command::Kind::Odds: return Lines{odds_line(sight.odds, w)};
    case Command::Kind::Hint: return hint_lines(sight.rules, sight.view, speech);
    case Command::Kind::Table: return table_lines(sight.view, speech);
    default: return std::nullopt;
  }
}

Lines event_lines(std::span<const Event> events, std::size_t most, Seat viewer, Names names,
                  const Words& w) {
  Lines lines;
  for (const Event& event : events.last(std::min(events.size(), most))) {
    // A pass that the others don't see is not told to who passed, either: they know.
    if (event.kind == EventKind::Passed && event.hidden) continue;
    if (event.kind == EventKind::TurnStarted) lines.emplace_back();
    for (std::string& line : w.event(event, viewer, names)) lines.push_back(std::move(line));
  }
  return lines;
}

bool is_noise(const Event& event, const Rules& rules) {
  return event.kind == EventKind::Passed && rules.nope_asks != NopeAsks::Holders;
}

}  // namespace nl
