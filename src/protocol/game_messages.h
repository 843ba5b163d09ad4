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

// What happened since a viewer was told last; `from` counts the first event of it, from one.
struct NewEvents {
  int game = 0;
  std::size_t from = 1;
  std::span<const Event> events{};
  const Json& view_patch;  // null: the view is what it was
};
std::string events_message(const NewEvents& news);

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

struct OpenQuestion {
  int game = 0;
  Decision decision = 0;
  Phase phase{};
  Json legal{};
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
