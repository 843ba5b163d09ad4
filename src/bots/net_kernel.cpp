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

// Written out, so that what is counted by them can stay in registers.
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
  // Sums that go on at once, which take three quarters of the registers: so many rows, and of each
  // so many registers of outputs.
  static constexpr std::size_t kRows = kLanes < 16 ? 2 : kSideBySide;
  static constexpr std::size_t kVectors = 6;
  static constexpr std::size_t kOfPanel = kPanel / kLanes;
  static constexpr std::size_t kAlone = std::min<std::size_t>(2 * kVectors, kOfPanel);

  using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;

  // What becomes of a sum: see the header.
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
    if (group.used == 1) {
      for (std::size_t v = 0; v < kOfPanel; v += kAlone) {
        add<1, kAlone>(listed, group, 0, layer, panel, v, out);
      }
      return;
    }
    for (std::size_t v = 0; v < kOfPanel; v += kVectors) {
      for (std::size_t r = 0; r < kSideBySide; r += kRows) {
        add<kRows, kVectors>(listed, group, r, layer, panel, v, out);
      }
    }
  }

  // All rows for a panel, while its weights are near, then for the next.
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

// Of numbers about half are 0, as chance has it: no branch could be guessed.
std::size_t list_one_by_one(std::span<const float> numbers, std::size_t step, Term* terms) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    terms[count] = {static_cast<std::uint32_t>(i * step), numbers[i]};
    count += numbers[i] != 0;
  }
  return count;
}

#if defined(__x86_64__)
// Sixteen at a time: those that are not 0 move together, and offsets and values are laid in turns.
[[gnu::target("avx512f")]] std::size_t list_by_sixteen(std::span<const float> numbers,
                                                       std::size_t step, Term* terms) {
  constexpr std::size_t kLanes = 16;
  const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const __m512i rest = _mm512_add_epi32(first, _mm512_set1_epi32(kLanes / 2));
  const __m512i on = _mm512_set1_epi32(static_cast<int>(kLanes * step));
  __m512i offsets =
      _mm512_mullo_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                         _mm512_set1_epi32(static_cast<int>(step)));
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); i += kLanes) {
    const __m512 values = _mm512_loadu_ps(&numbers[i]);
    const __mmask16 those = _mm512_cmp_ps_mask(values, _mm512_setzero_ps(), _CMP_NEQ_UQ);
    const __m512i at = _mm512_maskz_compress_epi32(those, offsets);
    const __m512i what = _mm512_castps_si512(_mm512_maskz_compress_ps(those, values));
    _mm512_storeu_si512(terms + count, _mm512_permutex2var_epi32(at, first, what));
    _mm512_storeu_si512(terms + count + kLanes / 2, _mm512_permutex2var_epi32(at, rest, what));
    count += static_cast<std::size_t>(__builtin_popcount(those));
    offsets = _mm512_add_epi32(offsets, on);
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
  if (lanes_in_use() == 16) return list_by_sixteen(all, step, terms);
#endif
  return list_one_by_one(all, step, terms);
}

}  // namespace nl
