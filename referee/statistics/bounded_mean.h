#pragma once

#include <cstdint>
#include <map>

#include "referee/statistics/counts.h"

namespace referee::comparison {

/// Observations from 0 to 1, and what they tell of their mean.
class BoundedMean {
 public:
  /// `value`: from 0 to 1.
  void add(double value);
  std::int64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  /// All means that MeanBet does not refute: the interval has the true one with a probability of at least 1 -
  /// 2 `alpha`, whenever play ends. Both ends are from 0 to 1; 0 and 1 without observations. `margin`: as
  /// MeanBet has it.
  Interval interval(double alpha, double margin) const;

 private:
  std::map<double, std::int64_t> times_;  // by value
  std::int64_t count_ = 0;
  double sum_ = 0;
};

}  // namespace referee::comparison
