#include "referee/statistics/mean_sprt.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "referee/statistics/key_values.h"

namespace referee::comparison {
namespace {

/// So many more differences are imagined as far from the mean as the farthest one.
constexpr double kImagined = 10;

/// The variance, with what a rare difference that has not occurred yet would add to it; 0 only if all are 0.
double cautious_variance(const DifferenceSums& sums) {
  const double farthest = std::max(sums.most() - sums.mean(), sums.mean() - sums.least());
  return (sums.squares() + kImagined * farthest * farthest) / static_cast<double>(sums.count());
}

}  // namespace

MeanSprt::Spec MeanSprt::Spec::read(std::string_view text) {
  const KeyValues values(text, {"delta", "alpha", "beta"});
  Spec spec;
  spec.delta = values.required_number("delta");
  spec.alpha = values.error_rate("alpha");
  spec.beta = values.error_rate("beta");
  if (!(spec.delta > 0)) {
    throw std::invalid_argument("delta: got '" + values.text("delta").value_or("") +
                                "', expected a number above 0");
  }
  return spec;
}

double MeanSprt::llr(const DifferenceSums& sums) const {
  if (sums.unequal() == 0) {
    return 0;
  }
  const double variance = cautious_variance(sums);
  const double from_h0 = sums.mean();
  const double from_h1 = sums.mean() - spec_.delta;
  return static_cast<double>(sums.count()) / 2 *
         std::log((variance + from_h0 * from_h0) / (variance + from_h1 * from_h1));
}

Decision MeanSprt::decision(const DifferenceSums& sums) const {
  return sums.unequal() < kLeastUnequal ? Decision::go_on : bounds_.decision(llr(sums));
}

}  // namespace referee::comparison
