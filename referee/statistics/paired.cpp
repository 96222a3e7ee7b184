#include "referee/statistics/paired.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "referee/statistics/difference_sums.h"

namespace referee::comparison {
Interval interval_of_mean(std::span<const double> values) {
  const DifferenceSums sums(values);
  const auto count = static_cast<double>(sums.count());
  if (count < 2) {
    return {sums.mean(), -kInfinity, kInfinity};
  }
  const double error = std::sqrt(sums.squares() / (count - 1) / count);
  const double width = quantile(boost::math::students_t(count - 1), 0.975) * error;
  return {sums.mean(), sums.mean() - width, sums.mean() + width};
}

namespace {

double sign_test(std::int64_t better, std::int64_t worse) {
  if (better + worse == 0) {
    return 1;
  }
  const boost::math::binomial fair(static_cast<double>(better + worse), 0.5);
  return std::min(1.0, 2 * cdf(fair, static_cast<double>(std::min(better, worse))));
}

}  // namespace

PairedComparison compare_paired(std::span<const double> differences) {
  PairedComparison result;
  for (const double difference : differences) {
    ++(difference > 0 ? result.better : difference < 0 ? result.worse : result.equal);
  }
  result.mean_difference = interval_of_mean(differences);
  result.sign_test_p = sign_test(result.better, result.worse);
  return result;
}

}  // namespace referee::comparison
