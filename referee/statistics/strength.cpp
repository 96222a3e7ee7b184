#include "referee/statistics/strength.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "referee/statistics/conditioned_fit.h"
#include "referee/statistics/elo_scale.h"
#include "referee/statistics/outcomes.h"
#include "referee/statistics/root.h"

namespace referee::comparison {
namespace {

constexpr double kNormalQuantile = 1.959963984540054;  ///< 95 % of a normal distribution lie within it

/// The greatest x from `inside` to `outside` at which the score statistic does not refute fit(x). It is 0
/// inside, and refutes whatever is outside.
template <class Fit>
double end_of_interval(const Outcomes& outcomes, double inside, double outside, const Fit& fit) {
  constexpr double kRefuted = kNormalQuantile * kNormalQuantile;
  constexpr double kLimit = 1 / (1 + kRefuted);
  const auto beyond = [&](double x) { return 1 / (1 + outcomes.total() * fit(x).score) - kLimit; };
  return numeric::root_between(beyond, {inside, 1 - kLimit, outside, -kLimit}, {1e-14, 1e-14});
}

/// All observations had one result; which one, by its value. 0 if they differ, and if that result is even.
double only_value(const Outcomes& outcomes) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) == 1) {
      return outcomes.value(i);
    }
  }
  return 0;
}

double highest_elo(const Outcomes& outcomes) {
  if (outcomes.total() == 0 || only_value(outcomes) == 0.5) {
    return kInfinity;
  }
  return elo_of_points(end_of_interval(outcomes, outcomes.mean() + 0.5, 1,
                                       [&](double points) { return fit_mean_points(outcomes, points); }));
}

Interval elo_interval(const Outcomes& outcomes) {
  const double only = only_value(outcomes);
  const double estimate =
      std::abs(only) == 0.5 ? std::copysign(kInfinity, only) : elo_of_points(outcomes.mean() + 0.5);
  return {outcomes.total() == 0 ? 0 : estimate, -highest_elo(outcomes.mirrored()), highest_elo(outcomes)};
}

/// The angle whose tangent is the ratio of the mean, less 1/2, to the standard deviation.
double angle_of_ratio(const Outcomes& outcomes) {
  const double mean = outcomes.mean();
  return std::atan2(mean, std::sqrt(std::max(0.0, outcomes.mean_square() - mean * mean)));
}

double highest_ratio(const Outcomes& outcomes) {
  if (outcomes.total() == 0 || only_value(outcomes) > 0) {
    return kInfinity;
  }
  const double angle = only_value(outcomes) < 0 ? -std::numbers::pi / 2 : angle_of_ratio(outcomes);
  return std::tan(end_of_interval(outcomes, angle, std::numbers::pi / 2,
                                  [&](double middle) { return fit_ratio(outcomes, std::tan(middle)); }));
}

Interval normalized_interval(const Outcomes& outcomes) {
  const double scale = normalized_elo_of_ratio(outcomes.size());
  const double only = only_value(outcomes);
  const double estimate =
      only != 0 ? std::copysign(kInfinity, only) : scale * std::tan(angle_of_ratio(outcomes));
  return {outcomes.total() == 0 ? 0 : estimate, -scale * highest_ratio(outcomes.mirrored()),
          scale * highest_ratio(outcomes)};
}

double superiority(const Outcomes& outcomes) {
  const double square = outcomes.mean_square();
  if (square == 0) {
    return 0.5;
  }
  const double z = std::sqrt(outcomes.total() / square) * outcomes.mean();
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

}  // namespace

Interval elo_difference(const GameCounts& games) { return elo_interval(Outcomes(games)); }
Interval elo_difference(const PairCounts& pairs) { return elo_interval(Outcomes(pairs)); }

Interval normalized_elo(const GameCounts& games) { return normalized_interval(Outcomes(games)); }
Interval normalized_elo(const PairCounts& pairs) { return normalized_interval(Outcomes(pairs)); }

double likelihood_of_superiority(const GameCounts& games) { return superiority(Outcomes(games)); }
double likelihood_of_superiority(const PairCounts& pairs) { return superiority(Outcomes(pairs)); }

}  // namespace referee::comparison
