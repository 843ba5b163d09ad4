// Chi-square test of even counts.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace nl {

// Distance of counts from their expectation, in standard deviations of the chi-square with
// that many degrees of freedom. Tests have fixed seeds, so an honest one stays where it is.
inline double chi_deviations(const std::vector<int>& counts, const std::vector<double>& expected,
                             double freedom) {
  double chi_square = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = counts[i] - expected[i];
    chi_square += off * off / expected[i];
  }
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

inline double chi_deviations(const std::vector<int>& counts, double expected) {
  return chi_deviations(counts, std::vector<double>(counts.size(), expected),
                        static_cast<double>(counts.size()) - 1);
}

inline constexpr double kTooFar = 4;

}  // namespace nl
