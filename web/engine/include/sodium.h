// Subset of libsodium that the server's core uses, for WebAssembly.
#pragma once

#include <cstddef>

// Takes as long whatever the bytes are.
inline int sodium_memcmp(const void* a, const void* b, std::size_t size) {
  const auto* const left = static_cast<const volatile unsigned char*>(a);
  const auto* const right = static_cast<const volatile unsigned char*>(b);
  unsigned char differ = 0;
  for (std::size_t i = 0; i < size; ++i) differ |= left[i] ^ right[i];
  return differ == 0 ? 0 : -1;
}

// The ladder is a server's, for whoever finds others there: of a page's own server nobody is on
// one.
inline int crypto_sign_verify_detached(const unsigned char*, const unsigned char*,
                                       unsigned long long, const unsigned char*) {
  return -1;
}
