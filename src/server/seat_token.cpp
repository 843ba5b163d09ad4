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

std::string room_code(const RoomId& room) {
  constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";  // no i, l, o, u
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
