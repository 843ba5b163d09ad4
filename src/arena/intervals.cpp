// Bootstrap intervals.
#include "arena/intervals.h"

#include <algorithm>
#include <cmath>

namespace nl {
namespace {

constexpr double kNormalQuantile = 1.959964;

// Wilson's interval of a share, with a deal as one trial.
Estimate wilson_interval(double value, int deals) {
  const double n = std::max(1, deals);
  const double z2 = kNormalQuantile * kNormalQuantile;
  const double middle = (value + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      kNormalQuantile / (1 + z2 / n) * std::sqrt(value * (1 - value) / n + z2 / (4 * n * n));
  return {value, std::clamp(middle - half, 0.0, value), std::clamp(middle + half, value, 1.0)};
}

}  // namespace

// Cornish-Fisher expansion, exact to three digits from three degrees of freedom on.
double t_quantile(int degrees) {
  if (degrees < 1) return t_quantile(1);
  if (degrees == 1) return 12.706;
  if (degrees == 2) return 4.303;
  const double z = kNormalQuantile;
  const double n = degrees;
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

Estimate interval_of(double value, std::vector<double> samples, int deals) {
  if (samples.empty()) return {value, value, value};
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1) + 0.5)];
  };
  const double n = std::max(2, deals);
  const double wider =
      std::sqrt(n / (n - 1)) * t_quantile(static_cast<int>(n) - 1) / kNormalQuantile;
  return {value, std::min(value, value + wider * (at(0.025) - value)),
          std::max(value, value + wider * (at(0.975) - value))};
}

Estimate share_interval(double value, std::vector<double> samples, int deals) {
  const bool varies =
      !samples.empty() && *std::ranges::min_element(samples) < *std::ranges::max_element(samples);
  if (!varies && !samples.empty()) return wilson_interval(value, deals);
  const Estimate e = interval_of(value, std::move(samples), deals);
  return {value, std::max(0.0, e.low), std::min(1.0, e.high)};
}

}  // namespace nl
