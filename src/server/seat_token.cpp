// Seat tokens: generation and hashing.
#include "server/seat_token.h"

#include <sodium.h>

#include "fair/commitment.h"

namespace nl {

std::string new_token(Entropy& entropy) {
  return to_hex(entropy.draw<std::array<std::uint8_t, 16>>());
}

TokenHash hash_of_token(std::string_view token) {
  return sha256({as_bytes("ninelives seat token\n"), as_bytes(token)});
}

bool same_token(const TokenHash& a, const TokenHash& b) {
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

Bytes32 ban_mark(const RoomId& room, std::string_view who) {
  return sha256({as_bytes("ninelives ban\n"), room, as_bytes(who)});
}

namespace {
constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";  // no i, l, o, u
}  // namespace

std::pair<RoomId, RoomId> ids_of_code(std::string_view code) {
  std::uint64_t bits = 0;
  for (const char digit : code.substr(0, 10)) bits = bits << 5 | (kDigits.find(digit) & 31);
  bits <<= 14;
  RoomId first{};
  RoomId last;
  last.fill(0xff);
  for (std::size_t i = 0; i < 8; ++i) {
    first[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
    last[i] = static_cast<std::uint8_t>((bits | 0x3fff) >> (56 - 8 * i));
  }
  return {first, last};
}

std::string room_code(const RoomId& room) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits = bits << 8 | room[i];
  std::string code;
  for (int i = 0; i < 10; ++i) {
    code += kDigits[bits >> 59];
    bits <<= 5;
  }
  return code;
}

}  // namespace nl
