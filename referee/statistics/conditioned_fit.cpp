#include "referee/statistics/conditioned_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "referee/statistics/root.h"

namespace referee::comparison {
namespace {

/// Numbers by possible result.
using Row = std::array<double, 5>;

/// How much 1 + x row_i is, for a result with this `scaled` row, at a point of the range of x. The range goes
/// from 0 to the end at which the first of these factors is 0: `scaled` is row_i in units in which that
/// result has -1, and `left` is the share of the way that is left to the end, from 0 to 1. So nothing cancels
/// near the end.
double factor_of(double scaled, double left) {
  return scaled < 0 ? left + (1 - left) * (1 + scaled) : 1 + (1 - left) * scaled;
}

/// What the fit has to solve: the slope of the mean of ln(1 + x row), which falls with x, is to be 0.
class SlopeToEnd {
 public:
  /// REQUIRES: the mean of `scaled` is not below 0 by more than rounding, and its least number is -1.
  SlopeToEnd(const Outcomes& outcomes, const Row& scaled) : outcomes_(outcomes), scaled_(scaled) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      has_pole_ = has_pole_ || (scaled[i] == -1 && outcomes.share(i) > 0);
    }
  }

  /// The share of the way that is left to the end where the slope is 0; 0 if it points to the end itself, 1
  /// if the mean is 0 within rounding.
  double root() const {
    const double at_end = (*this)(0);
    const double at_begin = (*this)(1);
    return at_begin <= 0 ? 1 : at_end >= 0 ? 0 : numeric::root_between(*this, {0, at_end, 1, at_begin});
  }

  /// The slope. Where it has a pole at the end, it is multiplied by `left`, which takes the pole away and
  /// neither root nor sign.
  double operator()(double left) const {
    double sum = 0;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (outcomes_.share(i) > 0) {
        const double factor = factor_of(scaled_[i], left);
        const double inverse = !has_pole_ ? 1 / factor : scaled_[i] == -1 ? 1 : left / factor;
        sum += outcomes_.share(i) * scaled_[i] * inverse;
      }
    }
    return sum;
  }

 private:
  const Outcomes& outcomes_;
  const Row& scaled_;
  bool has_pole_ = false;
};

/// The most likely distribution under which the mean of `row` is 0.
struct LinearFit {
  bool possible = false;
  Row factor{};  ///< observed share / probability, of results that occurred
  Row probability{};

  double mean_square(const Row& row) const {
    double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += probability[i] * row[i] * row[i];
    }
    return sum;
  }
};

double mean_of(const Outcomes& outcomes, const Row& row) {
  double sum = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    sum += outcomes.share(i) * row[i];
  }
  return sum;
}

LinearFit fit_linear(const Outcomes& outcomes, const Row& row) {
  const auto end = row.begin() + static_cast<std::ptrdiff_t>(outcomes.size());
  const auto [least, most] = std::minmax_element(row.begin(), end);
  LinearFit fit;
  fit.possible = *least < 0 && *most > 0;
  if (!fit.possible) {
    return fit;
  }
  // The multiplier has the sign of the mean; it goes as far as the result on the other side lets it.
  const double mean = mean_of(outcomes, row);
  const auto extreme = mean > 0 ? least : most;
  Row scaled{};
  std::transform(row.begin(), end, scaled.begin(), [&](double number) { return -number / *extreme; });
  const double left = mean == 0 ? 1 : SlopeToEnd(outcomes, scaled).root();
  double rest = 1;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) > 0) {
      fit.factor[i] = factor_of(scaled[i], left);
      fit.probability[i] = outcomes.share(i) / fit.factor[i];
      rest -= fit.probability[i];
    }
  }
  if (left == 0) {  // a result that never occurred takes what the others leave
    fit.probability[static_cast<std::size_t>(extreme - row.begin())] = std::max(0.0, rest);
  }
  return fit;
}

ConditionedFit judged(const Outcomes& outcomes, const Row& row, const LinearFit& fit) {
  if (!fit.possible) {
    return {kInfinity, kInfinity};
  }
  ConditionedFit result;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.share(i) > 0) {
      result.cost += outcomes.share(i) * std::log(fit.factor[i]);
    }
  }
  const double mean = mean_of(outcomes, row);
  result.cost = std::max(0.0, result.cost);
  result.score = mean == 0 ? 0 : mean * mean / fit.mean_square(row);
  return result;
}

/// The condition that m = c sqrt(q), where m is the mean of the values and q that of their squares, by its
/// tangents: each says that the mean of a row is 0. A tangent is named by v, it touches at q = v^2, and the
/// fit under it lies on the condition itself where its own sqrt(q) is v.
class RatioCondition {
 public:
  /// REQUIRES: a ratio above 0.
  RatioCondition(const Outcomes& outcomes, double ratio)
      : outcomes_(outcomes),
        c_(ratio / std::hypot(1, ratio)),
        reach_(ratio / (1 + std::hypot(1, ratio))),
        observed_(std::sqrt(outcomes.mean_square())) {}

  /// The observations have a greater ratio.
  bool is_exceeded() const { return outcomes_.mean() > c_ * observed_; }

  /// The fit where is_exceeded(): the distributions at which to look are a convex set then, so that exactly
  /// one tangent has its fit on the condition. It touches where the observations are beyond the tangent.
  ConditionedFit fit_from_beyond() const {
    const double mean = outcomes_.mean();
    const double half = std::sqrt(std::max(0.0, (mean - c_ * observed_) * (mean + c_ * observed_)));
    const double high = (mean + half) / c_;
    const double low = observed_ * observed_ / high;
    const bool on_it = high - low <= kOnTheCondition * observed_;
    return fit_at(on_it ? observed_ : root(low, observed_ - low, high, observed_ - high));
  }

  /// The fit where it is not: any distribution on which one tangent's condition holds has the ratio at least.
  /// So the best fit of all tangents is the one, and where each excess is 0 on its way down there is one that
  /// is better than its neighbours.
  ConditionedFit fit_from_within() const {
    ConditionedFit best{kInfinity, kInfinity};
    for (const Range& range : possible()) {
      double before = range.low;
      double excess_before = range.low;  // its fit has all on one value, which is above
      for (int step = 1; step <= kSteps; ++step) {
        const double v =
            step == kSteps ? range.high
                           : range.low * std::pow(range.high / range.low, static_cast<double>(step) / kSteps);
        const double excess_here = step == kSteps ? -range.high : excess(v);
        if (excess_before > 0 && excess_here <= 0) {
          const ConditionedFit fit = fit_at(root(before, excess_before, v, excess_here));
          best = fit.cost < best.cost ? fit : best;
        }
        before = v;
        excess_before = excess_here;
      }
    }
    return best;
  }

 private:
  static constexpr double kOnTheCondition = 1e-7;  // relative: what it costs is the square
  static constexpr int kSteps = 24;
  struct Range {
    double low = 0;
    double high = 0;
  };

  Row tangent_at(double v) const {
    Row row{};
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const double y = outcomes_.value(i);
      row[i] = y - c_ * (y * y / v + v) / 2;
    }
    return row;
  }
  ConditionedFit fit_at(double v) const {
    const Row row = tangent_at(v);
    return judged(outcomes_, row, fit_linear(outcomes_, row));
  }

  /// How much greater the fit's sqrt(q) is than v.
  double excess(double v) const {
    const LinearFit fit = fit_linear(outcomes_, tangent_at(v));
    Row values{};
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      values[i] = outcomes_.value(i);
    }
    return (fit.possible ? std::sqrt(fit.mean_square(values)) : observed_) - v;
  }
  double root(double low, double at_low, double high, double at_high) const {
    return numeric::root_between([this](double v) { return excess(v); }, {low, at_low, high, at_high},
                                 {1e-12, 0});
  }

  /// The tangents to which a distribution belongs: some value above 0 lies on the right side. Beyond the
  /// greatest value no sqrt(q) is.
  std::vector<Range> possible() const {
    std::vector<Range> ranges;
    const double greatest = outcomes_.value(outcomes_.size() - 1);
    for (std::size_t i = outcomes_.size() / 2 + 1; i < outcomes_.size(); ++i) {
      const double y = outcomes_.value(i);
      const Range range{y * reach_, std::min(y / reach_, greatest)};
      if (!ranges.empty() && range.low <= ranges.back().high) {
        ranges.back().high = range.high;
      } else {
        ranges.push_back(range);
      }
    }
    return ranges;
  }

  const Outcomes& outcomes_;
  double c_;         // of 0 to 1
  double reach_;     // of 0 to 1: from y reach_ to y / reach_ a tangent has the value y on its side
  double observed_;  // sqrt(q) of the observations
};

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
  const RatioCondition condition(outcomes, ratio);
  return condition.is_exceeded() ? condition.fit_from_beyond() : condition.fit_from_within();
}

}  // namespace referee::comparison
