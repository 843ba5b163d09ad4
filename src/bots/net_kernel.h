// The sums of a network, the same to the last bit on every machine, for one row or for many at
// once: a number is multiplied and added in the order of the inputs, never fused; wider registers
// only take more outputs at once, and rows that are summed together only share the weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace nl {

// Outputs side by side: with one input's weights for them a line of the processor's cache is full.
inline constexpr std::size_t kPanel = 16;
template <class Number>
struct alignas(64) Panel {
  std::array<Number, kPanel> outputs;
};

constexpr std::size_t panels_for(std::size_t width) { return (width + kPanel - 1) / kPanel; }

// An input that is not 0: where its weights lie in a layer, and what it is.
struct Term {
  std::uint32_t offset;  // in bytes, from the first input's
  float value;

  static constexpr std::size_t kStep = sizeof(Panel<float>);
  static constexpr Term of(std::size_t input, float value) {
    return {static_cast<std::uint32_t>(input * kStep), value};
  }
  std::size_t input() const { return offset / kStep; }
};

// Rows that are summed side by side, since a sum waits for the one before it: four, or one alone.
// Of each the terms in the order of the inputs, term k of row r at [k * rows + r]; shorter lists
// are filled up with the one behind the last input, whose weights are 0.
inline constexpr std::size_t kSideBySide = 4;
struct Rows {
  const Term* terms = nullptr;
  std::size_t count = 0;  // terms of a row
  std::size_t rows = 0;   // 1 or kSideBySide
};

// A layer's weights. First all inputs' for the first panel of outputs and a panel of zeros, then
// for the second: so that many rows are summed while these are near.
template <class Number>
struct LayerWeights {
  const Panel<Number>* weights;
  std::size_t inputs;
  std::size_t panels;
};

// out[r][j] += x[r][i] * weights[i][j] for all rows r and their inputs i, in their order. `out` has
// all panels of a row, then the next row's.
void add_products(std::span<const Rows> all, const LayerWeights<float>& layer, Panel<float>* out);
// The same in whole numbers, where all inputs are 1, whatever they say.
void add_weights(std::span<const Rows> all, const LayerWeights<std::int32_t>& layer,
                 Panel<std::int32_t>* out);

// How many outputs this processor takes at once: 4, 8 or 16.
std::size_t most_lanes();
// For tests: from now on so many, or as many as there are.
void use_lanes(std::size_t lanes);

}  // namespace nl
