// Table model of a local table and of a network client; waiting lines and info pages by command.
#include "terminal/table_model.h"

#include <algorithm>

#include "engine/odds.h"
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

TableModel table_model_of(const Table& table, Seat eyes) {
  TableModel table_model{.rules = table.rules()};
  table_model.preset = table.preset();
  table_model.expansions = table.expansions();
  table_model.names = table.names();
  table_model.bots = static_cast<SeatMask>(all_seats(table.seats()) & ~table.people());
  table_model.view = table.view(eyes);
  table_model.odds = next_draw_odds(table.rules(), table_model.view);
  table_model.events = table.events(eyes);
  table_model.faces = faces_of(bots_at(table));
  table_model.characters = character_keys(bots_at(table));
  return table_model;
}

TableModel table_model_of(const ClientModel& model) {
  TableModel table_model{.rules = model.rules()};
  table_model.preset = model.room().settings.preset;
  table_model.expansions = model.room().settings.expansions;
  table_model.names = model.names();
  table_model.bots = model.bots();
  table_model.away = model.away();
  table_model.held = model.held();
  table_model.view = model.view();
  table_model.odds = model.odds();
  std::vector<std::string> bots;
  for (const RoomPlayer& player : model.room().players) bots.push_back(player.bot);
  table_model.faces = faces_of(bots);
  table_model.characters = character_keys(bots);
  table_model.events = model.events();
  table_model.told_before = model.told_before();
  return table_model;
}

Lines waiting_lines(const TableModel& table_model, const Words& w) {
  const View& v = table_model.view;
  return w.question({v.phase(), v.top().seat, v.seats, v.pile_size}, kWatcher, table_model.names);
}

bool waits_for_viewer(const View& v) {
  return v.phase() != Phase::Window && v.top().seat == v.viewer;
}

std::optional<Lines> look(const Command& command, const TableModel& table_model, const Words& w,
                          bool hand_hidden) {
  constexpr std::size_t kMostEvents = 40;
  const Speech speech = table_model.speech(w);
  switch (command.kind) {
    case Command::Verb::Help: return Lines{w.ui("help")};
    case Command::Verb::Hand:
      if (hand_hidden) return Lines{w.ui("hands_are_hidden")};
      return hand_lines(table_model.view, speech);
    case Command::Verb::Describe: return describe_card(command.argument, w);
    case Command::Verb::Log: return event_lines(table_model, kMostEvents, w);
    case Command::Verb::Odds: return Lines{odds_line(table_model.odds, w)};
    case Command::Verb::Hint: return hint_lines(table_model.rules, table_model.view, speech);
    case Command::Verb::Table: return table_lines(table_model.view, speech);
    case Command::Verb::Cards: return card_count_lines(table_model.rules, table_model.view, w);
    default: return std::nullopt;
  }
}

std::string info_title(const Command& command, const Words& w) {
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

Lines narrated_lines(const Event& event, Seat viewer, Names names, Narrator& narrator) {
  Lines told = narrator.tell(event, viewer, names);
  // A hidden pass is not announced to the player who passed either: they know.
  if (event.kind == EventKind::Passed && event.hidden) return {};
  // A new order is announced as a whole.
  if (event.kind == EventKind::Ordering) return {};
  if (event.kind == EventKind::TurnStarted) told.insert(told.begin(), "");
  return told;
}

Lines event_lines(const TableModel& table_model, std::size_t most, const Words& w) {
  Lines lines;
  Narrator narrator(w, table_model.voice, table_model.characters);
  narrator.go_on_after(table_model.told_before);
  const std::span<const Event> events = table_model.events;
  const std::size_t begin = events.size() - std::min(events.size(), most);
  for (std::size_t i = 0; i < events.size(); ++i) {
    Lines told = narrated_lines(events[i], table_model.view.viewer, table_model.names, narrator);
    if (i >= begin) lines.insert(lines.end(), told.begin(), told.end());
  }
  return lines;
}

bool is_noise(const Event& event, const Rules& rules) {
  if (event.kind == EventKind::Ordering) return true;
  return event.kind == EventKind::Passed && rules.nope_asks != NopeAsks::Holders;
}

}  // namespace nl
