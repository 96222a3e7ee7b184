#include "referee/comparison/conditioned_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace referee::comparison {
namespace {

/// Numbers by possible result.
using Row = std::array<double, 5>;

/// The derivative of the mean of ln(1 + x row), which falls with x; infinite at an end of the range of x.
double slope_at(const Outcomes& outcomes, const Row& row, double x) {
  double sum = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) > 0) {
      const double factor = 1 + x * row[i];
      if (factor < 1e-14) {
        return std::copysign(kInfinity, row[i]);
      }
      sum += outcomes.share(i) * row[i] / factor;
    }
  }
  return sum;
}

/// Where the slope is 0 between `low` and `high`, or the end that it points to.
double root_of_slope(const Outcomes& outcomes, const Row& row, double low, double high) {
  if (slope_at(outcomes, row, high) >= 0) {
    return high;
  }
  if (slope_at(outcomes, row, low) <= 0) {
    return low;
  }
  double x = 0;  // lies between: `row` has numbers of both signs
  for (int step = 0; step < 200; ++step) {
    double slope = 0;
    double fall = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const double part = row[i] / (1 + x * row[i]);
      slope += outcomes.share(i) * part;
      fall += outcomes.share(i) * part * part;
    }
    (slope > 0 ? low : high) = x;
    const double newton = x + slope / fall;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - x) <= 1e-13 * (1 + std::abs(x))) {
      return next;
    }
    x = next;
  }
  return x;
}

/// The most likely distribution under which the mean of `row` is 0.
struct LinearFit {
  bool possible = false;
  double multiplier = 0;
  Row probability{};

  double mean_square(const Row& row) const {
    double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += probability[i] * row[i] * row[i];
    }
    return sum;
  }
};

LinearFit fit_linear(const Outcomes& outcomes, const Row& row) {
  const auto end = row.begin() + static_cast<std::ptrdiff_t>(outcomes.size());
  const auto [least, most] = std::minmax_element(row.begin(), end);
  LinearFit fit;
  fit.possible = *least < 0 && *most > 0;
  if (!fit.possible) {
    return fit;
  }
  fit.multiplier = root_of_slope(outcomes, row, -1 / *most, -1 / *least);
  double left = 1;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) > 0) {
      fit.probability[i] = outcomes.share(i) / (1 + fit.multiplier * row[i]);
      left -= fit.probability[i];
    }
  }
  // At an end of the range a result that never occurred takes what the others leave.
  const auto extreme = static_cast<std::size_t>((fit.multiplier > 0 ? least : most) - row.begin());
  if (outcomes.share(extreme) == 0) {
    fit.probability[extreme] = std::max(0.0, left);
  }
  return fit;
}

ConditionedFit judged(const Outcomes& outcomes, const Row& row, const LinearFit& fit) {
  if (!fit.possible) {
    return {kInfinity, kInfinity};
  }
  ConditionedFit result;
  double mean = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) > 0) {
      result.cost += outcomes.share(i) * std::log1p(fit.multiplier * row[i]);
      mean += outcomes.share(i) * row[i];
    }
  }
  const double variance = fit.mean_square(row);
  result.cost = std::max(0.0, result.cost);
  result.score = mean == 0 ? 0 : mean * mean / variance;
  return result;
}

/// The function of a result whose mean is 0 on the tangent of the condition m = c sqrt(q) at q = v^2, where m
/// is the mean of the values and q that of their squares.
Row tangent_at(const Outcomes& outcomes, double c, double v) {
  Row row{};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const double y = outcomes.value(i);
    row[i] = y - c * (y * y / v + v) / 2;
  }
  return row;
}

/// Goes from tangent to tangent, beginning at q = v^2, until the fit lies on the condition itself. Where the
/// fit has to go away from the observations to greater ratios, each step costs less than the one before, so
/// that a start from which it goes slowly is one that another start beats.
ConditionedFit fit_from(const Outcomes& outcomes, double c, double v) {
  constexpr int kSteps = 100;
  Row values{};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    values[i] = outcomes.value(i);
  }
  for (int step = 1;; ++step) {
    const Row row = tangent_at(outcomes, c, v);
    const LinearFit fit = fit_linear(outcomes, row);
    const double next = std::sqrt(fit.mean_square(values));
    if (!fit.possible || step == kSteps || std::abs(next - v) <= 1e-7 * v) {
      return judged(outcomes, row, fit);
    }
    v = next;
  }
}

}  // namespace

ConditionedFit fit_mean_points(const Outcomes& outcomes, double mean_points) {
  Row row{};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    row[i] = outcomes.value(i) - (mean_points - 0.5);
  }
  return judged(outcomes, row, fit_linear(outcomes, row));
}

ConditionedFit fit_ratio(const Outcomes& outcomes, double ratio) {
  if (ratio == 0) {
    return fit_mean_points(outcomes, 0.5);
  }
  if (ratio < 0) {
    return fit_ratio(outcomes.mirrored(), -ratio);
  }
  const double c = ratio / std::hypot(1, ratio);
  const double observed = std::sqrt(outcomes.mean_square());
  if (outcomes.mean() > c * observed) {
    return fit_from(outcomes, c, observed);  // m <= c sqrt(q) is a convex condition: there is one best fit
  }
  // To greater ratios there may be several, with more weight near the even result or far from it.
  ConditionedFit best{kInfinity, kInfinity};
  const double nearest = outcomes.value(outcomes.size() / 2 + 1);
  for (const double start : {observed, nearest * c, 0.5 * c}) {
    const ConditionedFit fit = start > 0 ? fit_from(outcomes, c, start) : best;
    if (fit.cost < best.cost) {
      best = fit;
    }
  }
  return best;
}

}  // namespace referee::comparison
