// Ed25519 key pair of a test player.
#pragma once

#include <sodium.h>

#include <string>

#include "text/bytes.h"

namespace nl {

class SigningKey {
 public:
  explicit SigningKey(int number) {
    Bytes32 seed{};
    seed[0] = static_cast<std::uint8_t>(number);
    seed[1] = static_cast<std::uint8_t>(number >> 8);
    crypto_sign_seed_keypair(key.data(), secret_.data(), seed.data());
  }
  Signature sign(const std::string& text) const {
    Signature signature{};
    const Bytes said = as_bytes(text);
    crypto_sign_detached(signature.data(), nullptr, said.data(), said.size(), secret_.data());
    return signature;
  }

  Bytes32 key{};

 private:
  std::array<std::uint8_t, 64> secret_{};
};

}  // namespace nl
