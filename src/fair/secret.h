// Cryptographically random bytes.
#pragma once

#include "text/bytes.h"

namespace nl {

// Throws without a random source.
void fill_secret(std::span<std::uint8_t> bytes);
Bytes32 secret_bytes();

}  // namespace nl
