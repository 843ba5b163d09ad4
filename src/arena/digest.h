// Digests of agents, games and seeds.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "text/sha256.h"

namespace nl {

// A number as eight bytes, little-endian: in hashes every field has a fixed length.
std::array<std::uint8_t, 8> eight_bytes(std::uint64_t number);

// Short digest that identifies agents: 16 digits.
std::string short_sha256(std::initializer_list<Bytes> parts);

}  // namespace nl
