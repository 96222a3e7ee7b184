#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "referee/statistics/counts.h"
#include "tests/support/random_cases.h"

// Results that look random, the same on every machine: std::mt19937_64 without the distributions of std.
namespace referee::comparison::drawing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  /// Above 0, below 1.
  double real() { return (static_cast<double>(bits_() >> 11U) + 0.5) * 0x1p-53; }
  /// Normally distributed, with mean 0 and standard deviation 1 (G. E. P. Box and M. E. Muller, 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(real()));
    return radius * std::cos(2 * std::numbers::pi * real());
  }
  /// Exponentially distributed, with mean 1 and standard deviation 1.
  double exponential() { return -std::log(real()); }

 private:
  std::mt19937_64 bits_;
};

/// Probabilities of the points of a pair: 0, 1/2, 1, 3/2, 2.
using PairOdds = std::array<double, 5>;

inline constexpr PairOdds kBalanced{0.06, 0.24, 0.4, 0.24, 0.06};

/// Sequential tests that a simulation plays.
inline const int kTests = test_support::random_cases(400);

inline double mean_of(const PairOdds& odds) {
  return odds[1] * 0.25 + odds[2] * 0.5 + odds[3] * 0.75 + odds[4];
}

/// (mean points of a game - 1/2) / the standard deviation of a pair's mean.
inline double ratio_of(const PairOdds& odds) {
  const double mean = mean_of(odds);
  double variance = 0;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    const double distance = static_cast<double>(i) / 4 - mean;
    variance += odds[i] * distance * distance;
  }
  return (mean - 0.5) / std::sqrt(variance);
}

/// `base` with more weight on many points, or on few, so that `measure`, which rises with the points, is
/// `wanted`.
template <class Measure>
PairOdds tilted(const PairOdds& base, double wanted, const Measure& measure) {
  const auto at = [&](double tilt) {
    PairOdds odds = base;
    double sum = 0;
    for (std::size_t i = 0; i < odds.size(); ++i) {
      sum += odds[i] *= std::exp(tilt * static_cast<double>(i));
    }
    for (double& one : odds) {
      one /= sum;
    }
    return odds;
  };
  double low = -10;
  double high = 10;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (measure(at(middle)) < wanted ? low : high) = middle;
  }
  return at(low);
}

inline void draw_pair(Random& random, const PairOdds& odds, PairCounts& counts) {
  double left = random.real();
  std::size_t result = 0;
  while (result + 1 < odds.size() && left >= odds[result]) {
    left -= odds[result];
    ++result;
  }
  ++counts.by_half_points[result];
}

}  // namespace referee::comparison::drawing
