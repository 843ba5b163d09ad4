// The sums of a network, the same to the last bit on every machine: a number is multiplied and
// added in the order of the inputs, never fused, and wider registers only take more outputs at
// once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nl {

// Inputs that are not 0: which, and what.
struct Inputs {
  const std::uint16_t* index;
  const float* value;
  std::size_t count;
};

// out[j] += x[i] * weights[i][j] for all inputs i, in their order.
void add_products(const Inputs& x, const float* weights, std::size_t width, float* out);

}  // namespace nl
