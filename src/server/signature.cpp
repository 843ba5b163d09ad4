// Ed25519 verification with libsodium.
#include "server/signature.h"

#include <sodium.h>

namespace nl {

// Keys of small order and signatures with a second form are refused, too.
bool signed_by(const Bytes32& key, std::string_view text, const Signature& signature) {
  const Bytes said = as_bytes(text);
  return crypto_sign_verify_detached(signature.data(), said.data(), said.size(), key.data()) == 0;
}

std::string seat_statement(std::string_view room_code, const TokenHash& token) {
  return "ninelives seat\n" + std::string(room_code) + '\n' + to_hex(token);
}

}  // namespace nl
