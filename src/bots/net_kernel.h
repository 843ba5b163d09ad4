// Matrix kernels of a network, the same to the last bit on every machine, for one row or many at
// once: a number is multiplied and added in the order of the inputs, never fused; wider registers
// only take more outputs at once, and rows that are summed together only share the weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace nl {

// Outputs side by side, so many that their sums just fit into a processor's registers for a few
// rows at once: one input's weights for them are six lines of its cache.
inline constexpr std::size_t kPanel = 96;
template <class Number>
struct alignas(64) Panel {
  std::array<Number, kPanel> outputs;
};

constexpr std::size_t panels_for(std::size_t width) { return (width + kPanel - 1) / kPanel; }

// An input that is not 0: where its weights lie in a layer, and what it is.
struct Term {
  std::uint32_t offset;  // in bytes, from the first input's
  float value;
};

// Rows that are summed side by side, for two reasons: a sum waits for the one before it, and they
// want much the same weights.
inline constexpr std::size_t kSideBySide = 4;
struct Group {
  std::array<std::uint32_t, kSideBySide> rows;
  std::size_t used;   // of them: 1 or all
  std::size_t count;  // terms of each
};

// Of each row the terms, in the order of the inputs; those of a group have the same number: shorter
// lists are filled up with an input whose weights are 0.
struct Listed {
  const Term* terms;
  std::size_t stride;  // from a row's first term to the next one's
  std::span<const Group> groups;
};

// A layer's weights; where an input's lie a term says.
template <class Number>
struct LayerWeights {
  const Panel<Number>* bias;
  const Panel<Number>* weights;
  std::size_t panels;
  std::size_t panel_step;  // in bytes, to an input's next panel
  float unit;              // of whole numbers
};

// out[r][j] += max(0, bias[j] + x[r][i] * weights[i][j]) for all rows r, summed over their inputs i
// in their order. `out` has all panels of a row, then the next row's.
void add_sums(const Listed& listed, const LayerWeights<float>& layer, Panel<float>* out);
// out[r][j] = max(0, bias[j] + weights[i][j]) * unit, summed in whole numbers: all inputs are 1,
// whatever they say.
void write_sums(const Listed& listed, const LayerWeights<std::int32_t>& layer, Panel<float>* out);

// Lists the numbers that are not 0, `step` bytes of weights for each input, and says how many.
// `terms` must have room for all of them.
std::size_t list_terms(std::span<const Panel<float>> numbers, std::size_t step, Term* terms);

// Number of outputs that this processor takes at once: 4, 8 or 16.
std::size_t most_lanes();
// For tests: from now on so many, or as many as there are.
void use_lanes(std::size_t lanes);

}  // namespace nl
