// Variant of all server messages.
#pragma once

#include <string_view>
#include <variant>

#include "protocol/game_messages.h"
#include "protocol/messages.h"
#include "protocol/room_messages.h"

namespace nl {

// A message of unknown type, from a later server.
struct OtherMessage {
  static constexpr std::string_view kType = "";
};

using ServerMessage =
    std::variant<WelcomeMessage, NodesMessage, ElsewhereMessage, PongMessage, RefusedMessage,
                 LeftMessage, RoomsMessage, JoinedMessage, RoomInfo, ChatMessage, EmoteMessage,
                 ReportedMessage, FindingMessage, TimeoutMessage, TablesMessage, FairMessage,
                 ViewMessage, EventsMessage, HandsMessage, QuestionMessage, WindowMessage,
                 ClockMessage, HintMessage, OverMessage, RecordMessage, OtherMessage>;

std::string server_text(const ServerMessage& message);
// Throws JsonError.
ServerMessage parse_server_message(std::string_view text);

}  // namespace nl
