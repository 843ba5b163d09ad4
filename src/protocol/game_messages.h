// What the server says of a running game, written in one place. docs/protocol.md describes each.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/event.h"
#include "engine/rules.h"
#include "protocol/fields.h"
#include "protocol/messages.h"
#include "text/asked.h"

namespace nl {

// What happened since a viewer was told last; `from` counts the first event of it, from one. In
// parts of text: what several viewers are told alike is written once.
struct NewEvents {
  int game = 0;
  std::size_t from = 1;
  std::string_view events = "[]";
  // The fields of patches; empty: the table, or what the viewer alone knows, is what it was.
  std::string_view table{};
  std::string_view own{};
};
std::string events_message(const NewEvents& news);
std::string events_text(std::span<const Event> events);
// The fields of an object without its braces; nothing of null.
std::string fields_text(const Json& object);

// Everything that a viewer sees, and the last of all `count` events.
struct WholeView {
  int game = 0;
  std::size_t count = 0;
  std::size_t from = 1;
  std::span<const Event> events{};
  const Rules& rules;
  const Json& view;
};
std::string view_message(const WholeView& whole);

// Everybody's, as they were when that turn began; for watchers alone.
std::string hands_message(int game, int turn, std::span<const Counts> hands);

struct OpenQuestion {
  int game = 0;
  Decision decision = 0;
  Phase phase{};
  std::string_view legal = "[]";  // as JSON
  ServerTime now{};
  std::optional<ServerTime> deadline{};
};
std::string question_message(const OpenQuestion& question);

struct OpenWindow {
  int game = 0;
  int nopes = 0;
  ServerTime now{};
  ServerTime deadline{};
};
std::string window_message(const OpenWindow& window);

// Whom all wait for in a slow room, and how long.
struct TurnClock {
  int game = 0;
  Seat seat = kNoSeat;
  ServerTime now{};
  ServerTime deadline{};
};
std::string clock_message(const TurnClock& clock);

struct Advice {
  struct Weighed {
    std::string action{};
    int games = 0;
    int percent = 0;
  };
  int game = 0;
  Decision decision = 0;
  std::vector<Weighed> moves{};
  std::string reason{};  // the key of a sentence
  int percent = 0;
};
std::string hint_message(const Advice& advice);

std::string over_message(int game, Seat winner, const std::vector<Seat>& died,
                         std::size_t record_lines);

// A record may be long: it is sent in pieces that the client asks for one by one.
std::string record_message(int game, std::span<const std::string> lines, std::size_t from);

}  // namespace nl
