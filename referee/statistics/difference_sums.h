#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace referee::comparison {

/// What is known of differences of scores without keeping them: their number, mean, spread and extremes.
class DifferenceSums {
 public:
  DifferenceSums() = default;
  explicit DifferenceSums(std::span<const double> differences) {
    std::for_each(differences.begin(), differences.end(), [this](double difference) { add(difference); });
  }

  /// A finite number.
  void add(double difference) {
    ++count_;
    unequal_ += difference != 0 ? 1 : 0;
    const double before = difference - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (difference - mean_);
    least_ = std::min(least_, difference);
    most_ = std::max(most_, difference);
  }

  std::int64_t count() const { return count_; }
  std::int64_t unequal() const { return unequal_; }  ///< differences other than 0
  double mean() const { return mean_; }              ///< 0 without differences
  double squares() const { return squares_; }  ///< the sum of the squares of the distances from the mean
  double least() const { return least_; }      ///< of the differences and 0
  double most() const { return most_; }        ///< of the differences and 0

 private:
  std::int64_t count_ = 0;
  std::int64_t unequal_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double least_ = 0;
  double most_ = 0;
};

}  // namespace referee::comparison
