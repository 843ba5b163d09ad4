// Matrix kernels of a network, bit-identical on every machine, for one row or many at once:
// products are added in the order of the inputs, never fused. Wider registers only process more
// outputs at once, and rows in a group only share the weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace nl {

// Outputs per panel, so many that their sums for a few rows just fit into the registers: one
// input's weights for them are six cache lines.
inline constexpr std::size_t kPanel = 96;
template <class Number>
struct alignas(64) Panel {
  std::array<Number, kPanel> outputs;
};

constexpr std::size_t panels_for(std::size_t width) { return (width + kPanel - 1) / kPanel; }

// A non-zero input: the position of its weights in a layer, and its value.
struct Term {
  std::uint32_t offset;  // in bytes, from the first input's
  float value;
};

// Rows per group: their sums hide each other's latency and share weights.
inline constexpr std::size_t kSideBySide = 4;
struct Group {
  std::array<std::uint32_t, kSideBySide> rows;
  std::size_t used;   // number of rows in the group: 1 or all
  std::size_t count;  // terms of each
};

// The terms of each row in the order of the inputs. The rows of a group have equally many: shorter
// lists are padded with an input whose weights are 0.
struct Listed {
  const Term* terms;
  std::size_t stride;  // stride from a row's first term to the next one's
  std::span<const Group> groups;
};

// A layer's weights; a term says where an input's are.
template <class Number>
struct LayerWeights {
  const Panel<Number>* bias;
  const Panel<Number>* weights;
  std::size_t panels;
  std::size_t panel_step;  // in bytes, to the input's next panel
  float unit;              // for integers
};

// out[r][j] += max(0, bias[j] + x[r][i] * weights[i][j]) for all rows r, summed over their inputs i
// in order. `out` has all panels of a row, then the next row's.
void add_sums(const Listed& listed, const LayerWeights<float>& layer, Panel<float>* out);
// out[r][j] = max(0, bias[j] + weights[i][j]) * unit, summed in integers: all inputs count as 1.
void write_sums(const Listed& listed, const LayerWeights<std::int32_t>& layer, Panel<float>* out);

// Lists the non-zero numbers, with `step` bytes of weights per input, and returns their count.
// `terms` must have room for all of them.
std::size_t list_terms(std::span<const Panel<float>> numbers, std::size_t step, Term* terms);

// Number of outputs per register on this processor: 4, 8 or 16.
std::size_t most_lanes();
// For tests: limits that number.
void use_lanes(std::size_t lanes);

}  // namespace nl
