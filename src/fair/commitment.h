// Hashes of the fair shuffle. docs/explain/fairness.md lists their bytes; tools/verify.py computes
// them independently. Every field but the terms has a fixed length, so fields can't run together.
#pragma once

#include <initializer_list>

#include "engine/seat.h"
#include "text/sha256.h"

namespace nl {

Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<Bytes> parts);

// Digest of a game's id and terms. `terms` is the record's header as canonical text (fair_line.h),
// so that rules and seats can't change after the first commitment.
Bytes32 game_digest(const GameId& game, std::string_view terms);

Bytes32 server_commitment(const Bytes32& game_digest, const Bytes32& seed);

// Binds the seat and the server's commitment: nobody can reuse another's commitment, and none can
// be older than the server's.
Bytes32 share_commitment(const Bytes32& game_digest, const Bytes32& server_commitment, Seat seat,
                         const Bytes32& share);

// The share of a seat without one is derived from the server's seed, so that the server can't
// choose it.
Bytes32 supplied_share(const Bytes32& game_digest, const Bytes32& seed, Seat seat);

}  // namespace nl
