// Optional server features, switched by the operator.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/request.h"

namespace nl {

struct ServerFeatures {
  bool find = true;       // matchmaking with strangers
  bool list = true;       // public rooms in the list
  bool watch = true;      // watchers without a seat
  bool chat = true;       // …
  bool emotes = true;     // emotes
  bool hints = true;      // at practice tables
  bool webhooks = false;  // webhooks for turns, to an address that the room's host gives
  bool push = true;       // Web Push for turns, where there is TLS
  bool ladder = false;    // ladder, for players who opt in
  bool slow = true;       // rooms with a clock of hours or days
  bool daily = false;     // a board of the daily deal
  bool report = true;     // players report a game to the operator
  bool listen = true;     // Nope windows last longer where all people listen
};

// A feature, and the request that needs it; empty: none.
struct FeatureRow {
  std::string_view name;
  bool ServerFeatures::*on;
  std::string_view request;
};
inline constexpr std::array kFeatures = {
    FeatureRow{"find", &ServerFeatures::find, "find"},
    FeatureRow{"list", &ServerFeatures::list, "list"},
    FeatureRow{"watch", &ServerFeatures::watch, "watch"},
    FeatureRow{"chat", &ServerFeatures::chat, "chat"},
    FeatureRow{"emotes", &ServerFeatures::emotes, "emote"},
    FeatureRow{"hints", &ServerFeatures::hints, "hint"},
    FeatureRow{"webhooks", &ServerFeatures::webhooks, "webhook"},
    FeatureRow{"push", &ServerFeatures::push, "subscribe"},
    FeatureRow{"ladder", &ServerFeatures::ladder, "ladder"},
    FeatureRow{"slow", &ServerFeatures::slow, "auto_pass"},
    FeatureRow{"daily", &ServerFeatures::daily, ""},
    FeatureRow{"report", &ServerFeatures::report, "report"},
    FeatureRow{"listen", &ServerFeatures::listen, "listen"},
};

inline bool is_on(const ServerFeatures& features, const Request& request) {
  for (const FeatureRow& row : kFeatures) {
    if (row.request == message_type(request)) return features.*row.on;
  }
  return true;
}

inline std::vector<std::string> names_of(const ServerFeatures& features) {
  std::vector<std::string> names;
  for (const FeatureRow& row : kFeatures) {
    if (features.*row.on) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace nl
