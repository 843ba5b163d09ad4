// Messages of the server about a running game. docs/reference/protocol.md describes each.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/event.h"
#include "engine/rules.h"
#include "protocol/fields.h"
#include "protocol/message_codec.h"
#include "protocol/view_json.h"
#include "text/question_context.h"

namespace nl {

// A viewer's complete view, and the last of all `n` events.
struct ViewMessage {
  static constexpr std::string_view kType = "view";
  int game = 0;
  int n = 0;
  int from = 1;                          // the number of the first of `events`, from one
  std::optional<std::uint32_t> voice{};  // the game's public number (text/voice.h)
  int hidden = 0;                        // events before `from` that were hidden from others
  std::vector<Event> events{};
  Rules rules{};
  SentView view{};
};
bool is_sound(const ViewMessage& message);
void write_fields(Json& json, const ViewMessage& message);
// Call address_to() for its events.
void read_fields(const JsonReader& json, ViewMessage& message);

// Events since the viewer's last message.
struct EventsMessage {
  static constexpr std::string_view kType = "events";
  int game = 0;
  int from = 1;
  std::vector<Event> events{};
  ViewPatch view{};  // empty: the view is unchanged
};
bool is_sound(const EventsMessage& message);
void write_fields(Json& json, const EventsMessage& message);
// Call address_to() for its events.
void read_fields(const JsonReader& json, EventsMessage& message);

// The same as parts of text: parts that several viewers share are written once.
struct EventsText {
  int game = 0;
  std::size_t from = 1;
  std::string_view events = "[]";
  // The fields of patches; empty: the table, or the viewer's own part, is unchanged.
  std::string_view table{};
  std::string_view own{};
};
std::string message_text(const EventsText& message);
std::string events_text(std::span<const Event> events);
// For table_patch() and own_patch(): the fields without braces; empty if nothing has changed.
std::string table_patch_text(const TableView* before, const TableView& after);
std::string own_patch_text(const OwnView* before, const OwnView& after);

// Everybody's hands at the start of that turn; only for watchers.
struct HandsMessage {
  static constexpr std::string_view kType = "hands";
  int game = 0;
  int turn = 0;
  std::vector<Counts> hands{};

  friend bool operator==(const HandsMessage&, const HandsMessage&) = default;
};
bool is_sound(const HandsMessage& message);
void write_fields(Json& json, const HandsMessage& message);
void read_fields(const JsonReader& json, HandsMessage& message);

struct QuestionMessage {
  static constexpr std::string_view kType = "question";
  int game = 0;
  Decision decision = 0;
  Phase phase{};
  std::vector<std::string> legal{};  // in record notation
  ServerTime now{};
  std::optional<ServerTime> deadline{};

  friend bool operator==(const QuestionMessage&, const QuestionMessage&) = default;
};
bool is_sound(const QuestionMessage& message);
void write_fields(Json& json, const QuestionMessage& message);
void read_fields(const JsonReader& json, QuestionMessage& message);

struct WindowMessage {
  static constexpr std::string_view kType = "window";
  int game = 0;
  int nopes = 0;
  ServerTime deadline{};
  ServerTime now{};

  friend bool operator==(const WindowMessage&, const WindowMessage&) = default;
};
bool is_sound(const WindowMessage& message);
void write_fields(Json& json, const WindowMessage& message);
void read_fields(const JsonReader& json, WindowMessage& message);

// Questions and windows are the most frequent messages and need no escapes: these write them
// without a JSON tree. `legal` is a JSON list that replaces the message's own.
std::string question_text(const QuestionMessage& message, std::string_view legal);
std::string window_text(const WindowMessage& message);

// The player whom everybody waits for in a slow room, and the time left.
struct ClockMessage {
  static constexpr std::string_view kType = "clock";
  int game = 0;
  Seat seat = 0;
  ServerTime deadline{};
  ServerTime now{};

  friend bool operator==(const ClockMessage&, const ClockMessage&) = default;
};
bool is_sound(const ClockMessage& message);
void write_fields(Json& json, const ClockMessage& message);
void read_fields(const JsonReader& json, ClockMessage& message);

struct HintMessage {
  static constexpr std::string_view kType = "hint";
  struct Weighed {
    std::string action{};
    int games = 0;
    int percent = 0;

    friend bool operator==(const Weighed&, const Weighed&) = default;
  };
  int game = 0;
  Decision decision = 0;
  std::vector<Weighed> moves{};
  std::string reason{};  // the key of a sentence
  int percent = 0;
  bool equal = false;  // the first two moves, as far as the figures can tell

  friend bool operator==(const HintMessage&, const HintMessage&) = default;
};
void write_fields(Json& json, const HintMessage& message);
void read_fields(const JsonReader& json, HintMessage& message);

struct OverMessage {
  static constexpr std::string_view kType = "over";
  int game = 0;
  Seat winner = 0;
  std::vector<Seat> died{};
  std::size_t lines = 0;  // of the record

  friend bool operator==(const OverMessage&, const OverMessage&) = default;
};
bool is_sound(const OverMessage& message);
void write_fields(Json& json, const OverMessage& message);
void read_fields(const JsonReader& json, OverMessage& message);

// A piece of a record, which may be long: the client requests one after the other.
struct RecordMessage {
  static constexpr std::string_view kType = "record";
  int game = 0;
  std::size_t from = 0;
  std::size_t total = 0;
  std::vector<std::string> lines{};

  friend bool operator==(const RecordMessage&, const RecordMessage&) = default;
};
bool is_sound(const RecordMessage& message);
void write_fields(Json& json, const RecordMessage& message);
void read_fields(const JsonReader& json, RecordMessage& message);
// As many lines from `from` on as fit into a message.
RecordMessage record_piece(int game, std::span<const std::string> lines, std::size_t from);

}  // namespace nl
