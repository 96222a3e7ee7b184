#include "referee/statistics/bounded_mean.h"

#include <cmath>

#include "referee/statistics/mean_bet.h"
#include "referee/statistics/root.h"

namespace referee::comparison {
namespace {

constexpr double kEdge = 1e-6;  // so near to 0 and 1 the ends of an interval are looked for

}  // namespace

void BoundedMean::add(double value) {
  ++times_[value];
  ++count_;
  sum_ += value;
}

Interval BoundedMean::interval(double alpha, double margin) const {
  const auto excess = [&](MeanBet::Bound bound, double limit) {
    MeanBet bet(bound, limit, margin);
    for (const auto& [value, times] : times_) {
      bet.add(value, times);
    }
    return bet.log_evidence() + std::log(alpha);
  };
  // The evidence at the observed mean is at most 1, because logarithms are concave: each end is between.
  const auto end_between = [&](MeanBet::Bound bound, double edge) {
    const double at_edge = excess(bound, edge);
    if (at_edge <= 0 || std::abs(mean() - edge) <= kEdge) {
      return std::round(edge);
    }
    const auto of = [&](double limit) { return excess(bound, limit); };
    const bool low = edge < mean();
    const double at_mean = excess(bound, mean());
    const numeric::Bracket bracket = low ? numeric::Bracket{edge, at_edge, mean(), at_mean}
                                         : numeric::Bracket{mean(), at_mean, edge, at_edge};
    return numeric::root_between(of, bracket, {.relative = 0, .absolute = kEdge});
  };
  return {mean(), end_between(MeanBet::Bound::at_most, kEdge),
          end_between(MeanBet::Bound::at_least, 1 - kEdge)};
}

}  // namespace referee::comparison
