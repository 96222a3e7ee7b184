#include "referee/rating/elo_scale.h"

#include <algorithm>
#include <vector>

namespace referee::rating {
namespace {

double weight_of(std::size_t size, std::span<const TieWeight> ties) {
  const auto found = std::ranges::find(ties, size, &TieWeight::size);
  return size == 1 ? 1 : found == ties.end() ? 0 : found->weight;
}

/// How likely a group of each size, from 0, is the next of `left` equal ones: a group's weight times the
/// number of such groups.
std::vector<double> sizes_of_next(std::size_t left, std::span<const TieWeight> ties) {
  std::vector<double> likely{0};
  double groups = 1;
  double sum = 0;
  for (std::size_t size = 1; size <= left; ++size) {
    groups *= static_cast<double>(left - size + 1) / static_cast<double>(size);
    likely.push_back(groups * weight_of(size, ties));
    sum += likely.back();
  }
  std::ranges::for_each(likely, [&](double& one) { one /= sum; });
  return likely;
}

}  // namespace

double elo_scale(std::size_t table, std::span<const TieWeight> ties) {
  // slope[m]: how the mean result of i against j grows with the strength of i, all m who are left being
  // equal. A group of t is chosen next. The logarithm of its probability grows by 1/t - 1/m with the strength
  // of i if i is in it, else by -1/m. With i alone in it the result is 1, with both 1/2, with j alone 0; with
  // neither it is open among m - t. Results less 1/2, weighted with these slopes, leave (m - t) / 2m(m - 1)
  // of each t.
  std::vector<double> slope(table + 1);
  for (std::size_t left = 2; left <= table; ++left) {
    const std::vector<double> likely = sizes_of_next(left, ties);
    const auto m = static_cast<double>(left);
    for (std::size_t size = 1; size < left; ++size) {
      const double rest = m - static_cast<double>(size);
      const double open = rest * (rest - 1) / (m * (m - 1));
      slope[left] += likely[size] * (rest / (2 * m * (m - 1)) + open * slope[left - size]);
    }
  }
  constexpr double kSlopeOfElo = 0.25;  // of 1 / (1 + exp(-x)) at 0
  return slope[table] / kSlopeOfElo;
}

}  // namespace referee::rating
