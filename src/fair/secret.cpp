// Random bytes from libsodium.
#include "fair/secret.h"

#include <sodium.h>

#include <stdexcept>

namespace nl {

void fill_secret(std::span<std::uint8_t> bytes) {
  static const bool kStarted = sodium_init() >= 0;
  if (!kStarted) throw std::runtime_error("no secure random generator on this machine");
  randombytes_buf(bytes.data(), bytes.size());
}

Bytes32 secret_bytes() {
  Bytes32 bytes;
  fill_secret(bytes);
  return bytes;
}

}  // namespace nl
