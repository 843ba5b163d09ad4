// What this processor can do beyond what the library is compiled for.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace nl::capi {

#if defined(__x86_64__)
// Registers of 32 bytes, kept by the system when it changes threads, and the newer instructions for
// single bits (AVX2, BMI, BMI2, LZCNT): most processors since 2013. Asked of the processor itself:
// __builtin_cpu_supports wants a part of a compiler's library that Zig's lacks.
inline bool ask_for_wide_registers() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return false;
  unsigned kept = 0, rest = 0;
  asm("xgetbv" : "=a"(kept), "=d"(rest) : "c"(0));
  if ((kept & 6u) != 6u) return false;
  if (__get_cpuid(0x80000001u, &a, &b, &c, &d) == 0 || (c & bit_LZCNT) == 0) return false;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  const unsigned wanted = bit_AVX2 | bit_BMI | bit_BMI2;
  return (b & wanted) == wanted;
}
#else
inline bool ask_for_wide_registers() { return false; }
#endif

inline bool has_wide_registers() {
  static const bool has = ask_for_wide_registers();
  return has;
}

}  // namespace nl::capi
