// SHA-256 (FIPS 180-4) for agent identities, game digests and seed commitments. Our own, because
// the Python wheel contains the arena and does not link libsodium, which src/fair uses.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "text/bytes.h"

namespace nl {

Bytes32 sha256_of(std::initializer_list<Bytes> parts);

// A number as eight bytes, the smallest first: in hashes every field has a fixed length.
std::array<std::uint8_t, 8> eight_bytes(std::uint64_t number);

// Enough of a digest to tell agents apart: 16 digits.
std::string short_sha256(std::initializer_list<Bytes> parts);

}  // namespace nl
