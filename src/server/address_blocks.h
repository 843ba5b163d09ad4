// Nested address blocks for limits: IPv6 /64, /56 and /48; IPv4 /32 and /24.
// A household often has an IPv6 /56, so a limit per /64 alone does not bind it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nl {

enum class BlockSize : std::uint8_t {
  Host,    // IPv4 /32, IPv6 /64
  Site,    // IPv6 /56
  Region,  // IPv4 /24, IPv6 /48
};

struct EnclosingBlock {
  std::string name{};
  BlockSize size = BlockSize::Host;
};

// The blocks around an address, the smallest first. A text that is no address is its own block.
std::vector<EnclosingBlock> enclosing_blocks(const std::string& address);

// Quota of a block for a resource: a single address has its own limit, larger blocks a share of the
// total, and never less than one address.
constexpr std::size_t block_limit(BlockSize size, std::size_t per_address, std::size_t total) {
  if (size == BlockSize::Host) return per_address;
  return std::max(per_address, size == BlockSize::Site ? total / 20 : total / 10);
}

// Multiple of an address's rate that a block may use.
constexpr int block_rate(BlockSize size) {
  return size == BlockSize::Host ? 1 : size == BlockSize::Site ? 5 : 10;
}

}  // namespace nl
