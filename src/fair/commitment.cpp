// Hashes of the fair shuffle: commitments, terms and keys.
#include "fair/commitment.h"

#include <cassert>

namespace nl {
namespace {

constexpr std::string_view kGameLabel = "ninelives fair 1 game\n";
constexpr std::string_view kServerLabel = "ninelives fair 1 server\n";
constexpr std::string_view kShareLabel = "ninelives fair 1 share\n";
constexpr std::string_view kSuppliedLabel = "ninelives fair 1 supplied\n";

}  // namespace

Bytes32 game_digest(const GameId& game, std::string_view terms) {
  return sha256({as_bytes(kGameLabel), game, as_bytes(terms)});
}

Bytes32 server_commitment(const Bytes32& game_digest, const Bytes32& seed) {
  return sha256({as_bytes(kServerLabel), game_digest, seed});
}

Bytes32 share_commitment(const Bytes32& game_digest, const Bytes32& server_commitment, Seat seat,
                         const Bytes32& share) {
  assert(seat < kMaxSeats);
  return sha256({as_bytes(kShareLabel), game_digest, server_commitment, Bytes(&seat, 1), share});
}

Bytes32 supplied_share(const Bytes32& game_digest, const Bytes32& seed, Seat seat) {
  assert(seat < kMaxSeats);
  return hmac_sha256(seed, {as_bytes(kSuppliedLabel), game_digest, Bytes(&seat, 1)});
}

}  // namespace nl
