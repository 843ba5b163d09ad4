#include "bots/net_kernel.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <type_traits>

#include "bots/processor.h"

namespace nl {
namespace {

// `kLanes` outputs in a register.
template <std::size_t kLanes, class Number>
struct Wide {
  using Vector [[gnu::vector_size(kLanes * sizeof(Number))]] = Number;
  static constexpr std::size_t kVectors = kPanel / kLanes;  // of a panel
  // Sums that go on at once: rows of a panel, or panels of a row.
  static constexpr std::size_t kTogether = kLanes < 8 ? 2 : kSideBySide;

  // `kRows` rows from the first, of `stride` that lie side by side; `kPanels` panels from `panel`.
  template <std::size_t kRows, std::size_t kPanels>
  [[gnu::always_inline]] static void add(const Term* terms, std::size_t count, std::size_t stride,
                                         const LayerWeights<Number>& layer, std::size_t panel,
                                         Panel<Number>* out) {
    static_assert(sizeof(Panel<Number>) == Term::kStep);
    const std::size_t step = (layer.inputs + 1) * Term::kStep;  // to the next panel
    const char* const weights = reinterpret_cast<const char*>(layer.weights) + panel * step;
    Vector sums[kRows][kPanels][kVectors];
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(&sums[r], out + r * layer.panels + panel, sizeof sums[r]);
    }
    for (const Term* const end = terms + count * stride; terms != end; terms += stride) {
      for (std::size_t r = 0; r < kRows; ++r) {
        const char* const line = weights + terms[r].offset;
        for (std::size_t p = 0; p < kPanels; ++p) {
          Vector loaded[kVectors];
          std::memcpy(loaded, line + p * step, sizeof loaded);
          for (std::size_t v = 0; v < kVectors; ++v) {
            if constexpr (std::is_integral_v<Number>) {
              sums[r][p][v] += loaded[v];
            } else {
              sums[r][p][v] += terms[r].value * loaded[v];
            }
          }
        }
      }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(out + r * layer.panels + panel, &sums[r], sizeof sums[r]);
    }
  }

  [[gnu::always_inline]] static void add_row(const Rows& row, const LayerWeights<Number>& layer,
                                             Panel<Number>* out) {
    std::size_t panel = 0;
    for (; panel + kTogether <= layer.panels; panel += kTogether) {
      add<1, kTogether>(row.terms, row.count, 1, layer, panel, out);
    }
    for (; panel < layer.panels; ++panel) add<1, 1>(row.terms, row.count, 1, layer, panel, out);
  }

  [[gnu::always_inline]] static void add_all(std::span<const Rows> all,
                                             const LayerWeights<Number>& layer,
                                             Panel<Number>* out) {
    for (std::size_t panel = 0; panel < layer.panels; ++panel) {
      Panel<Number>* sums = out;
      for (const Rows& rows : all) {
        for (std::size_t r = 0; r < rows.rows && rows.rows != 1; r += kTogether) {
          add<kTogether, 1>(rows.terms + r, rows.count, kSideBySide, layer, panel,
                            sums + r * layer.panels);
        }
        sums += rows.rows * layer.panels;
      }
    }
    for (const Rows& rows : all) {
      if (rows.rows == 1) add_row(rows, layer, out);
      out += rows.rows * layer.panels;
    }
  }
};

template <class Number>
using Add = void (*)(std::span<const Rows> all, const LayerWeights<Number>& layer,
                     Panel<Number>* out);

template <class Number>
void add_by_four(std::span<const Rows> all, const LayerWeights<Number>& layer, Panel<Number>* out) {
  Wide<4, Number>::add_all(all, layer, out);
}

#if defined(__x86_64__)
template <class Number>
[[gnu::target("avx2")]] void add_by_eight(std::span<const Rows> all,
                                          const LayerWeights<Number>& layer, Panel<Number>* out) {
  Wide<8, Number>::add_all(all, layer, out);
}
template <class Number>
[[gnu::target("avx512f")]] void add_by_sixteen(std::span<const Rows> all,
                                               const LayerWeights<Number>& layer,
                                               Panel<Number>* out) {
  Wide<16, Number>::add_all(all, layer, out);
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

void add_products(std::span<const Rows> all, const LayerWeights<float>& layer, Panel<float>* out) {
  add_by<float>(lanes_in_use())(all, layer, out);
}
void add_weights(std::span<const Rows> all, const LayerWeights<std::int32_t>& layer,
                 Panel<std::int32_t>* out) {
  add_by<std::int32_t>(lanes_in_use())(all, layer, out);
}

}  // namespace nl
