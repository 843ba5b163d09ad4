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

bool waits_for_viewer(const View& v) {
  return v.phase() != Phase::Window && v.top().seat == v.viewer;
}

std::optional<Lines> look(const Command& command, const Sight& sight, const Words& w,
                          bool hand_hidden) {
  constexpr std::size_t kMostEvents = 40;
  const Speech speech = sight.speech(w);
  switch (command.kind) {
    case Command::Verb::Help: return Lines{w.ui("help")};
    case Command::Verb::Hand:
      if (hand_hidden) return Lines{w.ui("hands_are_hidden")};
      return hand_lines(sight.view, speech);
    case Command::Verb::Describe: return describe_card(command.argument, w);
    case Command::Verb::Log:
      return event_lines(sight.events, kMostEvents, sight.view.viewer, sight.names, w);
    case Command::Verb::Odds: return Lines{odds_line(sight.odds, w)};
    case Command::Verb::Hint: return hint_lines(sight.rules, sight.view, speech);
    case Command::Verb::Table: return table_lines(sight.view, speech);
    case Command::Verb::Cards: return card_count_lines(sight.rules, sight.view, w);
    default: return std::nullopt;
  }
}

std::string look_title(const Command& command, const Words& w) {
  switch (command.kind) {
    case Command::Verb::Hand: return w.ui("hand_title");
    case Command::Verb::Log: return w.ui("log_title");
    case Command::Verb::Odds: return w.ui("odds_title");
    case Command::Verb::Hint: return w.ui("hint_title");
    case Command::Verb::Table: return w.ui("table_title");
    case Command::Verb::Cards: return w.ui("cards_title");
    default: return w.ui("screen_help_title");
  }
}

std::size_t turns_begun(std::span<const Event> events) {
  return static_cast<std::size_t>(
      std::count_if(events.begin(), events.end(),
                    [](const Event& event) { return event.kind == EventKind::TurnStarted; }));
}

Lines told_lines(const Event& event, Seat viewer, Names names, Narrator& narrator) {
  Lines told = narrator.tell(event, viewer, names);
  // A pass that the others don't see is not told to who passed, either: they know.
  if (event.kind == EventKind::Passed && event.hidden) return {};
  if (event.kind == EventKind::TurnStarted) told.insert(told.begin(), "");
  return told;
}

Lines event_lines(std::span<const Event> events, std::size_t most, Seat viewer, Names names,
                  const Words& w) {
  Lines lines;
  Narrator narrator(w);
  const std::size_t begin = events.size() - std::min(events.size(), most);
  for (std::size_t i = 0; i < events.size(); ++i) {
    Lines told = told_lines(events[i], viewer, names, narrator);
    if (i >= begin) lines.insert(lines.end(), told.begin(), told.end());
  }
  return lines;
}

bool is_noise(const Event& event, const Rules& rules) {
  return event.kind == EventKind::Passed && rules.nope_asks != NopeAsks::Holders;
}

}  // namespace nl
