// Table model: the game as one viewer sees it, at this terminal or on a server. Screens and lines
// are made from it only.
#pragma once

#include <span>

#include "client/client_model.h"
#include "table/table.h"
#include "terminal/command.h"
#include "terminal/question.h"
#include "text/narrator.h"

namespace nl {

struct TableModel {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  const Rules& rules;
  Names names{};
  SeatMask bots = 0;
  SeatMask away = 0;  // people who have lost their connection
  SeatMask held = 0;  // … and for whom a bot plays
  View view{};        // the viewer: a seat or kWatcher
  Odds odds{};
  TurnNumbers* numbers = nullptr;  // as in Speech
  std::span<const Event> events{};
  std::vector<std::string> faces{};       // of the bots; empty for people
  std::optional<std::uint32_t> voice{};   // public number of the game; none: events as facts
  int told_before = 0;                    // number of public events before these
  std::vector<std::string> characters{};  // keys of the bots; empty for people

  Speech speech(const Words& w) const {
    return {w, names, first_player_number(preset), bots, away, held, faces, numbers};
  }
};

// Faces of the bots by seat, from the names of the bots.
std::vector<std::string> faces_of(std::span<const std::string> bots);

TableModel table_model_of(const Table& table, Seat eyes);
TableModel table_model_of(const ClientModel& model);

// The player to move, in words for the waiting players.
Lines waiting_lines(const TableModel& table_model, const Words& w);

// True if only the viewer is awaited: nobody is told to wait for themselves.
bool waits_for_viewer(const View& v);

// Output of an informational command; empty for other commands. `hand_hidden`: others look at this
// screen, too.
std::optional<Lines> look(const Command& command, const TableModel& table_model, const Words& w,
                          bool hand_hidden);

// Title of a look() page.
std::string info_title(const Command& command, const Words& w);

// Number of turns begun, which identifies a turn.
std::size_t turns_begun(std::span<const Event> events);

// One event as plain lines, with a blank one before each turn.
Lines narrated_lines(const Event& event, Seat viewer, Names names, Narrator& narrator);

// Events in words: the last `most` of them.
Lines event_lines(const TableModel& table_model, std::size_t most, const Words& w);

// Not worth a line: a hidden pass, and the single steps of a new order.
bool is_noise(const Event& event, const Rules& rules);

// Winner, order of deaths and a few numbers.
Lines game_statistics_lines(std::span<const Event> events, Names names, const Words& w);

}  // namespace nl
