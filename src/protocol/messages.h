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
  std::vector<std::string> features{};  // optional ones that are on
  std::string address{};             // as others of the local network reach it; empty: they don't
  std::vector<std::string> nodes{};  // WebSockets of those that serve the same rooms; empty: none
  std::string push{};                // the key by which browsers know its calls; empty: none

  friend bool operator==(const WelcomeMessage&, const WelcomeMessage&) = default;
};
void write_fields(Json& json, const WelcomeMessage& message);
void read_fields(const JsonReader& json, WelcomeMessage& message);

// The WebSockets of `welcome` have changed.
struct NodesMessage {
  static constexpr std::string_view kType = "nodes";
  std::vector<std::string> nodes{};

  friend bool operator==(const NodesMessage&, const NodesMessage&) = default;
};
void write_fields(Json& json, const NodesMessage& message);
void read_fields(const JsonReader& json, NodesMessage& message);

// The room is at another node, or will be found over it.
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
  std::string re{};         // the type of the request, if it could be read
  std::optional<int> id{};  // of the request
  std::optional<NetRefusal> net{};
  std::optional<Refused> rule{};
  std::string field{};  // of the request: which is wrong

  friend bool operator==(const RefusedMessage&, const RefusedMessage&) = default;
};
bool is_sound(const RefusedMessage& message);
void write_fields(Json& json, const RefusedMessage& message);
void read_fields(const JsonReader& json, RefusedMessage& message);

// The connection is in no room any more.
struct LeftMessage {
  static constexpr std::string_view kType = "left";
  std::string reason{};  // "kicked", "closed"; empty: as it wished

  friend bool operator==(const LeftMessage&, const LeftMessage&) = default;
};
void write_fields(Json& json, const LeftMessage& message);
void read_fields(const JsonReader& json, LeftMessage& message);

}  // namespace nl
