// Arithmetic of network layers.
#include "bots/net_kernel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <type_traits>
#include <utility>

#include "bots/processor.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nl {
namespace {

// Unrolled, so that the sums stay in registers.
template <std::size_t kCount, class Visit>
[[gnu::always_inline]] inline void for_each(const Visit& visit) {
  [&]<std::size_t... kAll>(std::index_sequence<kAll...>) __attribute__((always_inline)) {
    (visit(std::integral_constant<std::size_t, kAll>{}), ...);
  }
  (std::make_index_sequence<kCount>{});
}

// `kLanes` outputs in a register.
template <std::size_t kLanes, class Number>
struct Wide {
  using Vector [[gnu::vector_size(kLanes * sizeof(Number))]] = Number;
  // Parallel sums, which take three quarters of the registers: this many rows, with this many
  // registers of outputs each.
  static constexpr std::size_t kRows = kLanes < 16 ? 2 : kSideBySide;
  static constexpr std::size_t kVectors = 6;
  static constexpr std::size_t kOfPanel = kPanel / kLanes;
  static constexpr std::size_t kAlone = std::min<std::size_t>(2 * kVectors, kOfPanel);
  // Integer sums have little latency: with few registers more outputs beat more rows.
  static constexpr bool kOneByOne = std::is_integral_v<Number> && kRows < kSideBySide;

  using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;

  // Finishes a sum: see the header.
  [[gnu::always_inline]] static void finish(const Vector& sum, float unit, char* place) {
    Floats result = __builtin_convertvector(sum, Floats);
    result = result < 0 ? Floats{} : result;
    if constexpr (std::is_integral_v<Number>) {
      result *= unit;
    } else {
      Floats before;
      std::memcpy(&before, place, sizeof before);
      result += before;
    }
    std::memcpy(place, &result, sizeof result);
  }

  // The sums of `kCount` rows of a group for `kWide` registers of outputs from `first` on.
  template <std::size_t kCount, std::size_t kWide>
  [[gnu::always_inline]] static void add(const Listed& listed, const Group& group, std::size_t from,
                                         const LayerWeights<Number>& layer, std::size_t panel,
                                         std::size_t first, Panel<float>* out) {
    constexpr std::size_t kSize = sizeof(Vector);
    const std::size_t inside = first * kSize;  // a panel
    const char* const bias = reinterpret_cast<const char*>(layer.bias + panel) + inside;
    const char* const weights =
        reinterpret_cast<const char*>(layer.weights) + panel * layer.panel_step + inside;
    Vector sums[kCount][kWide];
    std::array<const Term*, kCount> terms;
    for_each<kCount>([&](auto r) __attribute__((always_inline)) {
      terms[r] = listed.terms + group.rows[from + r] * listed.stride;
      for_each<kWide>([&](auto v) __attribute__((always_inline)) {
        std::memcpy(&sums[r][v], bias + v * kSize, kSize);
      });
    });
    for (std::size_t k = 0; k < group.count; ++k) {
      for_each<kCount>([&](auto r) __attribute__((always_inline)) {
        const Term& term = terms[r][k];
        const char* const of_input = weights + term.offset;
        for_each<kWide>([&](auto v) __attribute__((always_inline)) {
          Vector loaded;
          std::memcpy(&loaded, of_input + v * kSize, kSize);
          if constexpr (std::is_integral_v<Number>) {
            sums[r][v] += loaded;
          } else {
            sums[r][v] += term.value * loaded;
          }
        });
      });
    }
    for_each<kCount>([&](auto r) __attribute__((always_inline)) {
      char* const place =
          reinterpret_cast<char*>(out + group.rows[from + r] * layer.panels + panel) + inside;
      for_each<kWide>([&](auto v) __attribute__((always_inline)) {
        finish(sums[r][v], layer.unit, place + v * kSize);
      });
    });
  }

  [[gnu::always_inline]] static void add_group(const Listed& listed, const Group& group,
                                               const LayerWeights<Number>& layer, std::size_t panel,
                                               Panel<float>* out) {
    if (kOneByOne || group.used == 1) {
      for (std::size_t r = 0; r < group.used; ++r) {
        for (std::size_t v = 0; v < kOfPanel; v += kAlone) {
          add<1, kAlone>(listed, group, r, layer, panel, v, out);
        }
      }
      return;
    }
    for (std::size_t v = 0; v < kOfPanel; v += kVectors) {
      for (std::size_t r = 0; r < kSideBySide; r += kRows) {
        add<kRows, kVectors>(listed, group, r, layer, panel, v, out);
      }
    }
  }

  // All rows for one panel, while its weights are in the cache, then the next.
  [[gnu::always_inline]] static void add_all(const Listed& listed,
                                             const LayerWeights<Number>& layer, Panel<float>* out) {
    for (std::size_t panel = 0; panel < layer.panels; ++panel) {
      for (const Group& group : listed.groups) add_group(listed, group, layer, panel, out);
    }
  }
};

template <class Number>
using Add = void (*)(const Listed& listed, const LayerWeights<Number>& layer, Panel<float>* out);

template <class Number>
void add_by_four(const Listed& listed, const LayerWeights<Number>& layer, Panel<float>* out) {
  Wide<4, Number>::add_all(listed, layer, out);
}

#if defined(__x86_64__)
template <class Number>
[[gnu::target("avx2")]] void add_by_eight(const Listed& listed, const LayerWeights<Number>& layer,
                                          Panel<float>* out) {
  Wide<8, Number>::add_all(listed, layer, out);
}
template <class Number>
[[gnu::target("avx512f")]] void add_by_sixteen(const Listed& listed,
                                               const LayerWeights<Number>& layer,
                                               Panel<float>* out) {
  Wide<16, Number>::add_all(listed, layer, out);
}

template <class Number>
Add<Number> add_by(std::size_t lanes) {
  if (lanes == 16) return add_by_sixteen<Number>;
  return lanes == 8 ? add_by_eight<Number> : add_by_four<Number>;
}
#else
template <class Number>
Add<Number> add_by(std::size_t) {
  return add_by_four<Number>;
}
#endif

// About half of the numbers are 0 at random: branches would be mispredicted.
std::size_t list_one_by_one(std::span<const float> numbers, std::size_t step, Term* terms) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    terms[count] = {static_cast<std::uint32_t>(i * step), numbers[i]};
    count += numbers[i] != 0;
  }
  return count;
}

#if defined(__x86_64__)
// For each set of eight lanes: their indices, one byte each.
constexpr std::array<std::uint64_t, 256> kLanesOf = [] {
  std::array<std::uint64_t, 256> all{};
  for (std::size_t set = 0; set < all.size(); ++set) {
    int count = 0;
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1) != 0) all[set] |= lane << 8 * count++;
    }
  }
  return all;
}();

// Eight at a time: the non-zero ones are packed, and offsets and values interleaved.
[[gnu::target("avx2,popcnt")]] std::size_t list_by_eight(std::span<const float> numbers,
                                                         std::size_t step, Term* terms) {
  constexpr std::size_t kLanes = 8;
  const __m256i on = _mm256_set1_epi32(static_cast<int>(kLanes * step));
  __m256i offsets = _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                       _mm256_set1_epi32(static_cast<int>(step)));
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); i += kLanes) {
    const __m256 values = _mm256_loadu_ps(&numbers[i]);
    const auto those = static_cast<unsigned>(
        _mm256_movemask_ps(_mm256_cmp_ps(values, _mm256_setzero_ps(), _CMP_NEQ_UQ)));
    const __m256i lanes =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kLanesOf[those])));
    const __m256i at = _mm256_permutevar8x32_epi32(offsets, lanes);
    const __m256i what = _mm256_castps_si256(_mm256_permutevar8x32_ps(values, lanes));
    const __m256i low = _mm256_unpacklo_epi32(at, what), high = _mm256_unpackhi_epi32(at, what);
    auto* const to = reinterpret_cast<__m256i*>(terms + count);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
    count += static_cast<std::size_t>(__builtin_popcount(those));
    offsets = _mm256_add_epi32(offsets, on);
  }
  return count;
}
#endif

std::atomic<std::size_t>& lanes_in_use() {
  static std::atomic<std::size_t> lanes = most_lanes();
  return lanes;
}

}  // namespace

std::size_t most_lanes() {
  if (processor().avx512) return 16;
  return processor().avx2 ? 8 : 4;
}

void use_lanes(std::size_t lanes) { lanes_in_use() = std::min(lanes, most_lanes()); }

void add_sums(const Listed& listed, const LayerWeights<float>& layer, Panel<float>* out) {
  add_by<float>(lanes_in_use())(listed, layer, out);
}
void write_sums(const Listed& listed, const LayerWeights<std::int32_t>& layer, Panel<float>* out) {
  add_by<std::int32_t>(lanes_in_use())(listed, layer, out);
}

std::size_t list_terms(std::span<const Panel<float>> numbers, std::size_t step, Term* terms) {
  const std::span all(numbers.front().outputs.data(), numbers.size() * kPanel);
#if defined(__x86_64__)
  if (lanes_in_use() >= 8) return list_by_eight(all, step, terms);
#endif
  return list_one_by_one(all, step, terms);
}

}  // namespace nl
