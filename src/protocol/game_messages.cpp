// Writers and readers of messages about a running game.
#include "protocol/game_messages.h"

#include <cassert>
#include <limits>
#include <utility>

#include "protocol/event_json.h"
#include "text/notation.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr int kMostPlayed = 1'000'000'000;  // games of one room
constexpr int kMostEvents = 1'000'000;
constexpr int kMostDecision = 2'000'000'000;
constexpr std::size_t kMostRecordLines = 100'000;
constexpr std::size_t kMostAnswers = kActions;

Json events_json(std::span<const Event> events) {
  Json list = Json::array();
  for (const Event& event : events) list.push_back(event_json(event));
  return list;
}

std::vector<Event> read_events(const JsonReader& list) {
  std::vector<Event> events;
  for (const JsonReader& event : list.items(kMostEvents)) events.push_back(read_event(event));
  return events;
}

// Without this number, from an older server, a client shows events as facts.
std::optional<std::uint32_t> read_voice(const JsonReader& json) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (!json.exists()) return std::nullopt;
  return static_cast<std::uint32_t>(json.number<std::uint64_t>(0, kMost));
}

int read_game(const JsonReader& json) { return json["game"].number(1, kMostPlayed); }

Decision read_decision(const JsonReader& json) {
  return static_cast<Decision>(json["decision"].number(1, kMostDecision));
}

// Only lines of JSON may get into a file.
std::string record_line(const JsonReader& line) {
  const std::string written = parse_json(line.text()).dump();
  return written == line.text() ? line.text() : written;
}

// The fields of an object without its braces; empty for null.
std::string fields_text(const Json& object) {
  if (object.is_null()) return {};
  assert(object.is_object());
  const std::string text = text_of_message(object);
  return text.substr(1, text.size() - 2);
}

}  // namespace

// ---- the view and what changes it ---------------------------------------------------------------

bool is_sound(const ViewMessage& message) {
  return message.game >= 1 && message.from >= 1 && message.view.json().is_object();
}
void write_fields(Json& json, const ViewMessage& message) {
  json["game"] = message.game;
  json["n"] = message.n;
  json["from"] = message.from;
  if (message.voice) json["voice"] = *message.voice;
  if (message.hidden != 0) json["hidden"] = message.hidden;
  json["events"] = events_json(message.events);
  json["rules"] = rules_json(message.rules);
  json["view"] = message.view.json();
}
void read_fields(const JsonReader& json, ViewMessage& message) {
  if (!json["view"].is_object()) json["view"].fail("an object");
  message = {.game = read_game(json),
             .n = json["n"].number(0, kMostEvents),
             .from = json["from"].number(1, kMostEvents + 1),
             .voice = read_voice(json["voice"]),
             .hidden = json["hidden"].exists() ? json["hidden"].number(0, kMostEvents) : 0,
             .events = read_events(json["events"]),
             .rules = rules_from_json(json["rules"]),
             .view = SentView(json["view"].value())};
}

bool is_sound(const EventsMessage& message) { return message.game >= 1 && message.from >= 1; }
void write_fields(Json& json, const EventsMessage& message) {
  json["game"] = message.game;
  json["from"] = message.from;
  json["events"] = events_json(message.events);
  if (!message.view.empty()) json["view"] = message.view.fields();
}
void read_fields(const JsonReader& json, EventsMessage& message) {
  message = {.game = read_game(json),
             .from = json["from"].number(1, kMostEvents),
             .events = read_events(json["events"])};
  const JsonReader view = json["view"];
  if (view.exists() && !view.is_object()) view.fail("an object");
  if (view.exists()) message.view = ViewPatch(view.value());
}

std::string message_text(const EventsText& message) {
  assert(message.game >= 1 && message.from >= 1);
  std::string text = R"({"t":"events","game":)" + std::to_string(message.game) + R"(,"from":)" +
                     std::to_string(message.from) + R"(,"events":)";
  text += message.events;
  if (!message.table.empty() || !message.own.empty()) {
    text += R"(,"view":{)";
    text += message.table;
    if (!message.table.empty() && !message.own.empty()) text += ',';
    text += message.own;
    text += '}';
  }
  return text + '}';
}

std::string events_text(std::span<const Event> events) {
  return text_of_message(events_json(events));
}

std::string table_patch_text(const TableView* before, const TableView& after) {
  return fields_text(table_patch(before, after));
}

std::string own_patch_text(const OwnView* before, const OwnView& after) {
  return fields_text(own_patch(before, after));
}

bool is_sound(const HandsMessage& message) {
  return message.game >= 1 && message.hands.size() <= kMaxSeats;
}
void write_fields(Json& json, const HandsMessage& message) {
  json["game"] = message.game;
  json["turn"] = message.turn;
  json["hands"] = Json::array();
  for (const Counts& hand : message.hands) json["hands"].push_back(counts_json(hand));
}
void read_fields(const JsonReader& json, HandsMessage& message) {
  message = {.game = read_game(json), .turn = json["turn"].number(1, kMostEvents)};
  for (const JsonReader& hand : json["hands"].items(kMaxSeats)) {
    message.hands.push_back(read_counts(hand));
  }
}

// ---- prompts ------------------------------------------------------------------------------------

bool is_sound(const QuestionMessage& message) { return message.game >= 1; }
void write_fields(Json& json, const QuestionMessage& message) {
  json["game"] = message.game;
  json["decision"] = message.decision;
  json["phase"] = phase_name(message.phase);
  json["legal"] = message.legal;
  json["now"] = message.now.count();
  if (message.deadline) json["deadline"] = message.deadline->count();
}
void read_fields(const JsonReader& json, QuestionMessage& message) {
  message = {.game = read_game(json),
             .decision = read_decision(json),
             .phase = json["phase"].named(kPhaseNames),
             .legal = json["legal"].texts(kMostAnswers),
             .now = read_time(json["now"])};
  if (json.has("deadline")) message.deadline = read_time(json["deadline"]);
}

std::string question_text(const QuestionMessage& message, std::string_view legal) {
  assert(is_sound(message) && message.legal.empty());
  std::string text = R"({"t":"question","game":)" + std::to_string(message.game);
  text += R"(,"decision":)" + std::to_string(message.decision);
  text += R"(,"phase":")";
  text += phase_name(message.phase);
  text += R"(","legal":)";
  text += legal;
  text += R"(,"now":)" + std::to_string(message.now.count());
  if (message.deadline) text += R"(,"deadline":)" + std::to_string(message.deadline->count());
  return text + '}';
}

bool is_sound(const WindowMessage& message) { return message.game >= 1 && message.nopes >= 0; }
void write_fields(Json& json, const WindowMessage& message) {
  json["game"] = message.game;
  json["nopes"] = message.nopes;
  json["deadline"] = message.deadline.count();
  json["now"] = message.now.count();
}
void read_fields(const JsonReader& json, WindowMessage& message) {
  message = {.game = read_game(json),
             .nopes = json["nopes"].number(0, 255),
             .deadline = read_time(json["deadline"]),
             .now = read_time(json["now"])};
}

std::string window_text(const WindowMessage& message) {
  assert(is_sound(message));
  return R"({"t":"window","game":)" + std::to_string(message.game) + R"(,"nopes":)" +
         std::to_string(message.nopes) + R"(,"deadline":)" +
         std::to_string(message.deadline.count()) + R"(,"now":)" +
         std::to_string(message.now.count()) + '}';
}

bool is_sound(const ClockMessage& message) { return message.game >= 1 && message.seat < kMaxSeats; }
void write_fields(Json& json, const ClockMessage& message) {
  json["game"] = message.game;
  json["seat"] = message.seat;
  json["deadline"] = message.deadline.count();
  json["now"] = message.now.count();
}
void read_fields(const JsonReader& json, ClockMessage& message) {
  message = {.game = read_game(json),
             .seat = json["seat"].seat(),
             .deadline = read_time(json["deadline"]),
             .now = read_time(json["now"])};
}

void write_fields(Json& json, const HintMessage& message) {
  json["game"] = message.game;
  json["decision"] = message.decision;
  json["moves"] = Json::array();
  for (const HintMessage::Weighed& move : message.moves) {
    json["moves"].push_back(
        {{"action", move.action}, {"games", move.games}, {"percent", move.percent}});
  }
  json["reason"] = message.reason;
  json["percent"] = message.percent;
  if (message.equal) json["equal"] = true;
}
void read_fields(const JsonReader& json, HintMessage& message) {
  message = {.game = read_game(json),
             .decision = read_decision(json),
             .reason = json["reason"].text(),
             .percent = json["percent"].number(0, 100),
             .equal = json["equal"].flag_or(false)};
  for (const JsonReader& move : json["moves"].items(kMostAnswers)) {
    message.moves.push_back({.action = move["action"].text(),
                             .games = move["games"].number(0, kMostPlayed),
                             .percent = move["percent"].number(0, 100)});
  }
}

// ---- the end ------------------------------------------------------------------------------------

bool is_sound(const OverMessage& message) {
  return message.game >= 1 && message.winner < kMaxSeats && message.died.size() < kMaxSeats;
}
void write_fields(Json& json, const OverMessage& message) {
  json["game"] = message.game;
  json["winner"] = message.winner;
  json["died"] = message.died;
  json["lines"] = message.lines;
}
void read_fields(const JsonReader& json, OverMessage& message) {
  message = {.game = read_game(json), .winner = json["winner"].seat()};
  for (const JsonReader& seat : json["died"].items(kMaxSeats - 1)) {
    message.died.push_back(seat.seat());
  }
  message.lines = json["lines"].number<std::size_t>(0, kMostRecordLines);
}

bool is_sound(const RecordMessage& message) { return message.total <= kMostRecordLines; }
void write_fields(Json& json, const RecordMessage& message) {
  json["game"] = message.game;
  json["from"] = message.from;
  json["total"] = message.total;
  json["lines"] = message.lines;
}
void read_fields(const JsonReader& json, RecordMessage& message) {
  message = {.game = read_game(json),
             .from = json["from"].number<std::size_t>(0, kMostPlayed),
             .total = json["total"].number<std::size_t>(0, kMostRecordLines)};
  for (const JsonReader& line : json["lines"].items(kMostRecordLines)) {
    message.lines.push_back(record_line(line));
  }
}

RecordMessage record_piece(int game, std::span<const std::string> lines, std::size_t from) {
  constexpr std::size_t kMostBytes = 16'000;
  RecordMessage piece{.game = game, .from = from, .total = lines.size()};
  std::size_t bytes = 0;
  for (std::size_t i = from; i < lines.size() && bytes < kMostBytes; ++i) {
    bytes += lines[i].size();
    piece.lines.push_back(lines[i]);
  }
  return piece;
}

}  // namespace nl
