// Ed25519 signatures of ladder keys: verification only.
#pragma once

#include <string>
#include <string_view>

#include "server/seat_token.h"

namespace nl {

bool signed_by(const Bytes32& key, std::string_view text, const Signature& signature);

// Statement that a player signs so that a seat counts for a key. No other seat ever has this token.
std::string seat_statement(std::string_view room_code, const TokenHash& token);

}  // namespace nl
