// Why the server does not do what a client asks, beyond what the rules of the game refuse.
#pragma once

#include <string>
#include <string_view>

#include "text/words.h"

namespace nl {

enum class NetRefusal : std::uint8_t {
  BadMessage,
  BadVersion,
  HelloFirst,
  TooFast,
  UnknownRoom,
  RoomFull,
  ServerFull,
  BadName,
  NotInRoom,
  AlreadyInRoom,
  NotHost,
  NotNow,  // the room is in another phase: a second start, a join in mid-game
  TooFewPlayers,
  BadSettings,
  UnknownSeat,
  UnknownBot,
  BadToken,
  BadShare,
  NoHints,  // not at a practice table
};

inline constexpr int kNetRefusals = static_cast<int>(NetRefusal::NoHints) + 1;

// The code in a message `refused`.
std::string_view refusal_code(NetRefusal refusal);
std::string_view refusal_code(Refusal refusal);

// The sentence for a code, for a client: the words are the client's, not the server's.
std::string net_refusal_text(const Words& w, NetRefusal refusal);

}  // namespace nl
