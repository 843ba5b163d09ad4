// Messages of the server to one connection, inside or outside of rooms. docs/reference/protocol.md
// describes each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"
#include "protocol/message_codec.h"
#include "protocol/net_refusal.h"
#include "protocol/request.h"
#include "text/build_version.h"
#include "text/refusal.h"

namespace nl {

// The server's greeting.
struct WelcomeMessage {
  static constexpr std::string_view kType = "welcome";
  int version = kProtocolVersion;
  std::string server = "ninelives " + std::string(build_version());
  std::size_t message_bytes = 0;
  ServerTime now{};
  std::vector<std::string> features{};  // enabled optional features
  std::string address{};                // address for the local network; empty: unreachable there
  std::vector<std::string> nodes{};     // WebSockets of all nodes with the same rooms; empty: none
  std::string push{};                   // VAPID public key for Web Push; empty: none

  friend bool operator==(const WelcomeMessage&, const WelcomeMessage&) = default;
};
void write_fields(Json& json, const WelcomeMessage& message);
void read_fields(const JsonReader& json, WelcomeMessage& message);

// The node addresses of `welcome` have changed.
struct NodesMessage {
  static constexpr std::string_view kType = "nodes";
  std::vector<std::string> nodes{};

  friend bool operator==(const NodesMessage&, const NodesMessage&) = default;
};
void write_fields(Json& json, const NodesMessage& message);
void read_fields(const JsonReader& json, NodesMessage& message);

// The room is at another node, or can be found through it.
struct ElsewhereMessage {
  static constexpr std::string_view kType = "elsewhere";
  std::string url{};

  friend bool operator==(const ElsewhereMessage&, const ElsewhereMessage&) = default;
};
void write_fields(Json& json, const ElsewhereMessage& message);
void read_fields(const JsonReader& json, ElsewhereMessage& message);

struct PongMessage {
  static constexpr std::string_view kType = "pong";
  ServerTime now{};
  std::optional<int> id{};  // of the ping

  friend bool operator==(const PongMessage&, const PongMessage&) = default;
};
void write_fields(Json& json, const PongMessage& message);
void read_fields(const JsonReader& json, PongMessage& message);

// Reason for the refusal of a request: by the server (`net`) or by the rules of the game (`rule`).
struct RefusedMessage {
  static constexpr std::string_view kType = "refused";
  std::string re{};         // the type of the request, if readable
  std::optional<int> id{};  // of the request
  std::optional<NetRefusal> net{};
  std::optional<Refused> rule{};
  std::string field{};  // name of the wrong field

  friend bool operator==(const RefusedMessage&, const RefusedMessage&) = default;
};
bool is_sound(const RefusedMessage& message);
void write_fields(Json& json, const RefusedMessage& message);
void read_fields(const JsonReader& json, RefusedMessage& message);

// The connection has left its room.
struct LeftMessage {
  static constexpr std::string_view kType = "left";
  std::string reason{};  // "kicked", "closed"; empty: at its own request

  friend bool operator==(const LeftMessage&, const LeftMessage&) = default;
};
void write_fields(Json& json, const LeftMessage& message);
void read_fields(const JsonReader& json, LeftMessage& message);

}  // namespace nl
