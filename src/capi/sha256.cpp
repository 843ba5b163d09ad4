// Portable SHA-256 (FIPS 180-4), for the library of the Python wheel, which can't link libsodium.
#include "text/sha256.h"

#include <bit>
#include <vector>

namespace nl {
namespace {

using Block = std::array<std::uint32_t, 64>;
using Words8 = std::array<std::uint32_t, 8>;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr Block kRoots{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// … and of the square roots of the first 8.
constexpr Words8 kStart{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::uint32_t turned(std::uint32_t x, int a, int b, int c) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

Block spread(const std::uint8_t* bytes) {
  Block w{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t k = 0; k < 4; ++k) w[i] = w[i] << 8 | bytes[4 * i + k];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t near = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t far = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + near + w[i - 7] + far;
  }
  return w;
}

void take_in(Words8& hash, const std::uint8_t* bytes) {
  const Block w = spread(bytes);
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + kRoots[i] + w[i];
    const std::uint32_t two = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const Words8 sums{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += sums[i];
}

}  // namespace

Bytes32 sha256(std::initializer_list<Bytes> parts) {
  std::vector<std::uint8_t> message;
  for (const Bytes part : parts) message.insert(message.end(), part.begin(), part.end());
  const std::uint64_t bits = message.size() * 8;
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) {
    message.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  Words8 hash = kStart;
  for (std::size_t at = 0; at < message.size(); at += 64) take_in(hash, message.data() + at);
  Bytes32 digest;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

}  // namespace nl
