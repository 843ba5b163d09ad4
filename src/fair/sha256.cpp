// SHA-256 and HMAC of commitment.h with libsodium. A build without it (web/engine) brings its own.
#include <sodium.h>

#include "fair/commitment.h"

namespace nl {

Bytes32 sha256(std::initializer_list<Bytes> parts) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  for (const Bytes part : parts) crypto_hash_sha256_update(&state, part.data(), part.size());
  Bytes32 digest;
  crypto_hash_sha256_final(&state, digest.data());
  return digest;
}

Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<Bytes> parts) {
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, key.data(), key.size());
  for (const Bytes part : parts) crypto_auth_hmacsha256_update(&state, part.data(), part.size());
  Bytes32 digest;
  crypto_auth_hmacsha256_final(&state, digest.data());
  return digest;
}

}  // namespace nl
