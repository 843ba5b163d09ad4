// Digests of agents, games and seeds.
#include "arena/digest.h"

namespace nl {

std::array<std::uint8_t, 8> eight_bytes(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return bytes;
}

std::string short_sha256(std::initializer_list<Bytes> parts) {
  return to_hex(sha256(parts)).substr(0, 16);
}

}  // namespace nl
