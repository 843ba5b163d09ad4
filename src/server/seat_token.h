// Seat token: the secret with which a client takes its seat back. The server keeps only its hash.
#pragma once

#include <string>
#include <string_view>

#include "fair/entropy.h"
#include "store/store.h"
#include "text/bytes.h"

namespace nl {

using TokenHash = Bytes32;

std::string new_token(Entropy& entropy);  // 128 bits as hexadecimal digits
TokenHash hash_of_token(std::string_view token);
// Constant-time comparison.
bool same_token(const TokenHash& a, const TokenHash& b);

// Hash that identifies a removed player by `who`, an address or a name.
Bytes32 ban_mark(const RoomId& room, std::string_view who);

// Code that people type or click to enter a room: ten letters and digits, 50 bits of the room's id.
std::string room_code(const RoomId& room);
// The first and the last id with this code; they must be the same.
std::pair<RoomId, RoomId> ids_of_code(std::string_view code);

}  // namespace nl
