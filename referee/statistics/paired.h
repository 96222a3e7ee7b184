#pragma once

#include <cstdint>
#include <span>

#include "referee/statistics/counts.h"

namespace referee::comparison {

/// Two bots on the same seeds of a game of one seat, by the differences of their scores.
struct PairedComparison {
  std::int64_t better = 0;  ///< seeds with a difference above 0
  std::int64_t worse = 0;
  std::int64_t equal = 0;
  /// By Student's t: as wide as its model says, which is too narrow for a few strongly skewed differences.
  /// Both ends are infinite for fewer than two differences, and the estimate is 0 without one; no width if
  /// all are the same.
  Interval mean_difference;
  /// The sign test, two-sided and exact, without the equal ones: how likely at least so uneven a count is if
  /// each bot is better on half of them. From above 0 to 1; 1 if there are none.
  double sign_test_p = 1;
};

/// The mean of finite numbers, by Student's t: as PairedComparison::mean_difference.
Interval interval_of_mean(std::span<const double> values);

/// `differences`: by seed, the score of one bot less that of the other; finite.
PairedComparison compare_paired(std::span<const double> differences);

}  // namespace referee::comparison
