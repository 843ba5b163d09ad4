// Messages of the server that need no room to be written. docs/protocol.md describes each.
#pragma once

#include <string>
#include <string_view>

#include "server/limits.h"
#include "server/net_refusal.h"
#include "table/refused.h"
#include "text/rules_text.h"

namespace nl {

std::string text_of_message(const Json& message);

std::string refused_message(std::string_view type, const Json& id, NetRefusal why,
                            const std::string& field = {});
std::string refused_message(std::string_view type, const Json& id, const Refused& why);
std::string welcome_message(const ServerLimits& limits, Time now);
std::string pong_message(const Json& id, Time now);
std::string left_message(std::string_view reason);

}  // namespace nl
