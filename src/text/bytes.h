// Hexadecimal encoding of seeds, shares, digests and ids, in lower case.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nl {

using Bytes = std::span<const std::uint8_t>;
using Bytes32 = std::array<std::uint8_t, 32>;    // a seed, a share, a digest
using Signature = std::array<std::uint8_t, 64>;  // Ed25519
using GameId = std::array<std::uint8_t, 16>;     // random identifier of a game

std::string to_hex(Bytes bytes);
// Decodes exactly as many hex pairs as `bytes` has; false if the text differs.
bool from_hex(std::string_view text, std::span<std::uint8_t> bytes);
std::optional<Bytes32> parse_bytes32(std::string_view text);
std::optional<GameId> parse_game_id(std::string_view text);

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace nl
