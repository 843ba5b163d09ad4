// The one thing of libsodium that the server's core uses by itself.
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
