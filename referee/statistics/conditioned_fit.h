#pragma once

#include "referee/statistics/outcomes.h"

namespace referee::comparison {

/// The most likely distribution on the possible results under a condition, beside the observed one.
struct ConditionedFit {
  /// What the condition costs: the mean of ln(observed share / its probability), 0 or more. Infinite if the
  /// condition makes what was observed impossible.
  double cost = 0;
  /// How far the observations are from the condition: the square of the mean of the condition's function,
  /// over that function's variance under the fit; times the number of observations it is the score statistic.
  double score = 0;
};

/// The fit with this mean of the points, above 0 and below 1.
ConditionedFit fit_mean_points(const Outcomes& outcomes, double mean_points);

/// The fit with this ratio of (mean points - 1/2) to the standard deviation of the points, any finite number.
ConditionedFit fit_ratio(const Outcomes& outcomes, double ratio);

}  // namespace referee::comparison
