// Commitment to a tournament's seed: its hash is published before the games, the seed with the
// hiding nonce afterwards. Both are lines of the log.
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "text/bytes.h"

namespace nl {

struct SealedSeed {
  std::uint64_t seed = 0;
  Bytes32 nonce{};  // without it, so short a number could be found by search
};

// SHA-256 of "ninelives arena seed", the seed's eight bytes, little-endian, and the nonce.
std::string commitment_to(const SealedSeed& sealed);

std::string commitment_line(const SealedSeed& sealed);  // {"commitment":…}
std::string reveal_line(const SealedSeed& sealed);      // {"nonce":…,"revealed":…}
std::optional<SealedSeed> read_reveal(const std::string& line);

struct SeedClaim {
  std::optional<std::string> commitment;
  std::optional<SealedSeed> revealed;
};

// Statements of a log about its seed.
SeedClaim read_claim(std::istream& log);

}  // namespace nl
