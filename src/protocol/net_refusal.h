// Reasons for which the server refuses a request, beyond those of the game's rules.
#pragma once

#include <cstdint>
#include <string>

#include "text/enum_names.h"

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
  NotNow,  // the room is in another phase: a second start, a join during a game
  TooFewPlayers,
  BadSettings,
  UnknownSeat,
  UnknownBot,
  BadToken,
  BadShare,
  NoHints,  // not at a practice table
  Kicked,   // the host has removed this player
  // The address has reached its limit.
  TooManyRooms,
  TooManyGames,
  TooManyBots,
  TooManyHints,
  Muted,    // watchers may not chat in this room
  NotHere,  // the operator has disabled the feature
  BadSignature,
  SameKey,      // another seat of the table already plays for that ladder key
  Draining,     // draining: running games may end, new ones are refused
  UnknownGame,  // the finished game or its step does not exist
};

inline constexpr int kNetRefusals = static_cast<int>(NetRefusal::UnknownGame) + 1;

// The reason in a message `refused`.
inline constexpr auto kNetRefusalNames = enum_names<NetRefusal, kNetRefusals>({
    "bad_message",    "bad_version",    "hello_first",     "too_fast",       "unknown_room",
    "room_full",      "server_full",    "bad_name",        "not_in_room",    "already_in_room",
    "not_host",       "not_now",        "too_few_players", "bad_settings",   "unknown_seat",
    "unknown_bot",    "bad_token",      "bad_share",       "no_hints",       "kicked",
    "too_many_rooms", "too_many_games", "too_many_bots",   "too_many_hints", "muted",
    "not_here",       "bad_signature",  "same_key",        "draining",       "unknown_game",
});

// Key of its sentence in lang/, under `ui`, so that clients choose the words.
inline std::string net_refusal_key(NetRefusal refusal) {
  return "net_" + std::string(kNetRefusalNames[refusal]);
}

}  // namespace nl
