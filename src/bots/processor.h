// Detection of SIMD instructions at run time.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace nl {

struct Processor {
  bool avx2 = false;        // registers of 32 bytes
  bool avx512 = false;      // of 64
  bool byte_masks = false;  // … with byte selection by bit masks
  bool new_bits = false;    // newer instructions for single bits: BMI, BMI2, LZCNT
};

#if defined(__x86_64__)
// Uses CPUID directly: __builtin_cpu_supports needs a part of a compiler's library that Zig's
// lacks.
inline Processor ask_processor() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return {};
  // Registers count if the system saves them when it switches threads.
  unsigned kept = 0, rest = 0;
  asm("xgetbv" : "=a"(kept), "=d"(rest) : "c"(0));
  constexpr unsigned kOf32Bytes = 0x06, kOf64Bytes = 0xE6;
  const bool lzcnt = __get_cpuid(0x80000001u, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return {};
  constexpr unsigned kBits = bit_BMI | bit_BMI2;
  constexpr unsigned kByteMasks = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
  return {.avx2 = (kept & kOf32Bytes) == kOf32Bytes && (b & bit_AVX2) != 0,
          .avx512 = (kept & kOf64Bytes) == kOf64Bytes && (b & bit_AVX512F) != 0,
          .byte_masks = (kept & kOf64Bytes) == kOf64Bytes && (b & kByteMasks) == kByteMasks,
          .new_bits = lzcnt && (b & kBits) == kBits};
}
#else
inline Processor ask_processor() { return {}; }
#endif

inline const Processor& processor() {
  static const Processor asked = ask_processor();
  return asked;
}

}  // namespace nl
