// 95 % confidence intervals from a bootstrap over deals.
#pragma once

#include <vector>

namespace nl {

// A figure with its 95 % interval, which always contains it.
struct Estimate {
  double value = 0;
  double low = value;
  double high = value;
};

// The interval from bootstrap samples over `deals` deals. With few deals a bootstrap underestimates
// the variance: the samples' distance from the value is scaled by Student's t and n/(n-1).
Estimate interval_of(double value, std::vector<double> samples, int deals);

// The same for a share of wins. With one deal, or equal deals, a bootstrap has no variance, so the
// interval is Wilson's, with a deal as one trial.
Estimate share_interval(double value, std::vector<double> samples, int deals);

// 97.5 % quantile of Student's t distribution.
double t_quantile(int degrees);

}  // namespace nl
