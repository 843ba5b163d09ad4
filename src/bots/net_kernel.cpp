#include "bots/net_kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstring>

namespace nl {
namespace {

// `kLanes` outputs at once, in kVectors registers.
template <std::size_t kLanes, std::size_t kVectors>
struct Block {
  using Vector [[gnu::vector_size(kLanes * sizeof(float))]] = float;
  static constexpr std::size_t kOutputs = kLanes * kVectors;

  [[gnu::always_inline]] static void add(const Inputs& x, const float* weights, std::size_t width,
                                         float* out) {
    Vector sums[kVectors];
    std::memcpy(sums, out, sizeof sums);
    for (std::size_t k = 0; k < x.count; ++k) {
      const float* const row = weights + x.index[k] * width;
      const float value = x.value[k];
      for (std::size_t v = 0; v < kVectors; ++v) {
        Vector loaded;
        std::memcpy(&loaded, row + v * kLanes, sizeof loaded);
        sums[v] += value * loaded;
      }
    }
    std::memcpy(out, sums, sizeof sums);
  }
};

template <class Wide>
[[gnu::always_inline]] inline void add_all(const Inputs& x, const float* weights, std::size_t width,
                                           float* out) {
  std::size_t j = 0;
  for (; j + Wide::kOutputs <= width; j += Wide::kOutputs)
    Wide::add(x, weights + j, width, out + j);
  for (; j < width; ++j) {
    for (std::size_t k = 0; k < x.count; ++k) {
      out[j] += x.value[k] * weights[x.index[k] * width + j];
    }
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void add_wide(const Inputs& x, const float* weights, std::size_t width,
                                      float* out) {
  add_all<Block<8, 8>>(x, weights, width, out);
}
// Asked of the processor: __builtin_cpu_supports wants a part of a compiler's library that Zig's
// lacks.
bool asked_for_avx2() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) return false;
  unsigned kept = 0, more = 0;
  asm("xgetbv" : "=a"(kept), "=d"(more) : "c"(0));
  constexpr unsigned kWideRegisters = 6;  // that the system keeps when it changes threads
  return (kept & kWideRegisters) == kWideRegisters &&
         __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_AVX2) != 0;
}
bool has_wide() {
  static const bool has = asked_for_avx2();
  return has;
}
#else
void add_wide(const Inputs&, const float*, std::size_t, float*) {}
bool has_wide() { return false; }
#endif

}  // namespace

void add_products(const Inputs& x, const float* weights, std::size_t width, float* out) {
  if (has_wide()) return add_wide(x, weights, width, out);
  add_all<Block<4, 8>>(x, weights, width, out);
}

}  // namespace nl
