// Writers and readers of messages to one connection.
#include "protocol/messages.h"

#include <cassert>

namespace nl {
namespace {

constexpr int kMostVersion = 1'000'000;
constexpr int kMostIdRead = 1'000'000'000;

std::optional<int> read_id(const JsonReader& id) {
  return id.exists() ? std::optional(id.number(0, kMostIdRead)) : std::nullopt;
}

std::vector<std::string> read_texts_or_none(const JsonReader& list) {
  return list.exists() ? list.texts() : std::vector<std::string>();
}

}  // namespace

void write_fields(Json& json, const WelcomeMessage& message) {
  json["version"] = message.version;
  json["server"] = message.server;
  json["message_bytes"] = message.message_bytes;
  json["now"] = message.now.count();
  json["features"] = message.features;
  if (!message.address.empty()) json["address"] = message.address;
  if (!message.nodes.empty()) json["nodes"] = message.nodes;
  if (!message.push.empty()) json["push"] = message.push;
}
void read_fields(const JsonReader& json, WelcomeMessage& message) {
  message = {.version = json["version"].number(1, kMostVersion),
             .server = json["server"].text(),
             .message_bytes = json["message_bytes"].number<std::size_t>(1, 1U << 30),
             .now = read_time(json["now"]),
             .features = read_texts_or_none(json["features"]),
             .address = json["address"].text_or(""),
             .nodes = read_texts_or_none(json["nodes"]),
             .push = json["push"].text_or("")};
}

void write_fields(Json& json, const NodesMessage& message) { json["nodes"] = message.nodes; }
void read_fields(const JsonReader& json, NodesMessage& message) {
  message = {json["nodes"].texts()};
}

void write_fields(Json& json, const ElsewhereMessage& message) { json["url"] = message.url; }
void read_fields(const JsonReader& json, ElsewhereMessage& message) {
  message = {json["url"].text()};
}

void write_fields(Json& json, const PongMessage& message) {
  json["now"] = message.now.count();
  if (message.id) json["id"] = *message.id;
}
void read_fields(const JsonReader& json, PongMessage& message) {
  message = {read_time(json["now"]), read_id(json["id"])};
}

bool is_sound(const RefusedMessage& message) {
  return message.net.has_value() != message.rule.has_value();
}
void write_fields(Json& json, const RefusedMessage& message) {
  if (!message.re.empty()) json["re"] = message.re;
  if (message.id) json["id"] = *message.id;
  if (message.net) {
    json["reason"] = kNetRefusalNames[*message.net];
    json["key"] = "ui/" + net_refusal_key(*message.net);
    if (!message.field.empty()) json["field"] = message.field;
  } else {
    const std::string_view reason = kRefusalNames[message.rule->why];
    json["reason"] = reason;
    json["key"] = "refusals/" + std::string(reason);
    put_card(json, "card", message.rule->card);
    put_seat(json, "seat", message.rule->seat);
  }
}
void read_fields(const JsonReader& json, RefusedMessage& message) {
  const std::string& reason = json["reason"].text();
  (void)json["key"].text();  // key of a sentence; this program derives its own from the reason
  message = {.re = json["re"].text_or(""),
             .id = read_id(json["id"]),
             .net = kNetRefusalNames.find(reason),
             .field = json["field"].text_or("")};
  const auto rule = message.net ? std::nullopt : kRefusalNames.find(reason);
  if (!message.net && !rule) json["reason"].fail("a reason that is known here");
  if (!rule) return;
  message.rule = Refused{
      .why = *rule, .card = json["card"].card_or_none(), .seat = json["seat"].seat_or_none()};
}

void write_fields(Json& json, const LeftMessage& message) {
  if (!message.reason.empty()) json["reason"] = message.reason;
}
void read_fields(const JsonReader& json, LeftMessage& message) {
  message = {json["reason"].text_or("")};
}

}  // namespace nl
