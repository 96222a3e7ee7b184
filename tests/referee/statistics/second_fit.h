#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "referee/statistics/counts.h"

// A second method for the fits under a condition, and what follows from them, of pairs: slower, and written
// from the formulas of referee/statistics/COMPARISON.md, with nothing of the program's. Halving in numbers of
// 64 bits takes the place of TOMS 748, a search over all tangents that of the tangent that fits.
namespace referee::comparison::second {

using Real = long double;
using Row = std::array<Real, 5>;

inline Row shares_of(const PairCounts& pairs) {
  Row shares{};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = static_cast<Real>(pairs.by_half_points[i]) / static_cast<Real>(pairs.pairs());
  }
  return shares;
}

inline Real value(std::size_t i) { return static_cast<Real>(i) / 4 - 0.5L; }

inline Real moment(const Row& shares, int power) {
  Real sum = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += shares[i] * std::pow(value(i), static_cast<Real>(power));
  }
  return sum;
}

struct Fit {
  Real cost = 0;
  Real score = 0;
};
inline constexpr Fit kImpossible{std::numeric_limits<Real>::infinity(),
                                 std::numeric_limits<Real>::infinity()};

/// Under the condition that the mean of `row` is 0.
inline Fit linear(const Row& shares, const Row& row) {
  const auto [least, most] = std::minmax_element(row.begin(), row.end());
  if (*least >= 0 || *most <= 0) {
    return kImpossible;
  }
  const auto slope = [&](Real x) {
    Real sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += shares[i] > 0 ? shares[i] * row[i] / (1 + x * row[i]) : 0;
    }
    return sum;
  };
  Real low = -1 / *most;
  Real high = -1 / *least;
  for (int step = 0; step < 110; ++step) {
    const Real middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  const Real x = (low + high) / 2;
  Fit fit;
  Real mean = 0;
  Real square = 0;
  Real rest = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (shares[i] > 0) {
      const Real probability = shares[i] / (1 + x * row[i]);
      fit.cost += shares[i] * std::log1p(x * row[i]);
      mean += shares[i] * row[i];
      square += probability * row[i] * row[i];
      rest -= probability;
    }
  }
  // What is left is on a result that never occurred, at the end of the range to which x went.
  const Real extreme = x > 0 ? *least : *most;
  square += std::max(Real{0}, rest) * extreme * extreme;
  fit.score = mean == 0 ? 0 : mean * mean / square;
  return fit;
}

inline Fit of_points(const Row& shares, Real points) {
  Row row{};
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = value(i) + 0.5L - points;
  }
  return linear(shares, row);
}

inline Fit tangent(const Row& shares, Real c, Real v) {
  Row row{};
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = value(i) - c * (value(i) * value(i) / v + v) / 2;
  }
  return linear(shares, row);
}

/// The tangent with the least cost, or with the greatest where the observations are beyond the condition.
/// `ratio`: above 0.
inline Fit of_positive_ratio(const Row& shares, Real ratio, int tangents) {
  const Real c = ratio / std::sqrt(1 + ratio * ratio);
  const Real mean = moment(shares, 1);
  const Real square = moment(shares, 2);
  const bool beyond = mean > c * std::sqrt(square);
  const Real half = beyond ? std::sqrt(mean * mean - c * c * square) : 0;
  const Real low = std::log(beyond ? (mean - half) / c : 0.25L * ratio / (1 + std::sqrt(1 + ratio * ratio)));
  const Real high = std::log(beyond ? (mean + half) / c : 0.5L);
  const auto worth = [&](Real at) {
    const Fit fit = tangent(shares, c, std::exp(at));
    return beyond ? (fit.cost == kImpossible.cost ? 0 : -fit.cost) : fit.cost;
  };
  int best = 0;
  Real least = kImpossible.cost;
  const auto at = [&](int i) {
    return low + (high - low) * static_cast<Real>(i) / static_cast<Real>(tangents);
  };
  for (int i = 0; i <= tangents; ++i) {
    if (const Real here = worth(at(i)); here < least) {
      least = here;
      best = i;
    }
  }
  Real from = at(std::max(0, best - 1));
  Real to = at(std::min(tangents, best + 1));
  for (int step = 0; step < 40; ++step) {  // thirds: between its neighbours the best one is alone
    const Real left = from + (to - from) / 3;
    const Real right = to - (to - from) / 3;
    if (worth(left) < worth(right)) {
      to = right;
    } else {
      from = left;
    }
  }
  return tangent(shares, c, std::exp((from + to) / 2));
}

inline Fit of_ratio(Row shares, Real ratio, int tangents) {
  if (ratio == 0) {
    return of_points(shares, 0.5L);
  }
  if (ratio < 0) {
    std::reverse(shares.begin(), shares.end());
  }
  return of_positive_ratio(shares, std::abs(ratio), tangents);
}

inline constexpr Real kScale = 800 / std::numbers::ln10_v<Real> / std::numbers::sqrt2_v<Real>;

inline Real points_of(Real elo) { return 1 / (1 + std::pow(Real{10}, -elo / 400)); }
inline Real elo_of(Real points) { return 400 * std::log10(points / (1 - points)); }

inline Real logistic_llr(const PairCounts& pairs, Real elo0, Real elo1) {
  const Row shares = shares_of(pairs);
  return static_cast<Real>(pairs.pairs()) *
         (of_points(shares, points_of(elo0)).cost - of_points(shares, points_of(elo1)).cost);
}

inline Real normalized_llr(const PairCounts& pairs, Real elo0, Real elo1, int tangents) {
  const Row shares = shares_of(pairs);
  return static_cast<Real>(pairs.pairs()) *
         (of_ratio(shares, elo0 / kScale, tangents).cost - of_ratio(shares, elo1 / kScale, tangents).cost);
}

/// The upper end of the interval of Elo. REQUIRES: not all points are won.
inline Real high_elo(const PairCounts& pairs) {
  constexpr Real kQuantile = 1.959963984540054L;
  const Row shares = shares_of(pairs);
  Real inside = moment(shares, 1) + 0.5L;
  Real outside = 1;
  for (int step = 0; step < 60; ++step) {
    const Real middle = (inside + outside) / 2;
    const Real score = static_cast<Real>(pairs.pairs()) * of_points(shares, middle).score;
    (score > kQuantile * kQuantile ? outside : inside) = middle;
  }
  return elo_of((inside + outside) / 2);
}

}  // namespace referee::comparison::second
