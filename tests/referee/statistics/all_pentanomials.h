#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/statistics/counts.h"
#include "tests/referee/statistics/drawing.h"

// Counts of pairs to try everything with.
namespace referee::comparison::pentanomials {

/// Calls with each of the counts of so many pairs.
template <class Call>
void for_each(int pairs, const Call& call) {
  for (int a = 0; a <= pairs; ++a) {
    for (int b = 0; a + b <= pairs; ++b) {
      for (int c = 0; a + b + c <= pairs; ++c) {
        for (int d = 0; a + b + c + d <= pairs; ++d) {
          call(PairCounts{{a, b, c, d, pairs - a - b - c - d}});
        }
      }
    }
  }
}

/// Counts of 25 to some 100,000 pairs, as many of each size; some of the results are rare, or do not occur.
inline PairCounts random(drawing::Random& random) {
  const double total = 25 * std::pow(4000, random.real());
  PairCounts pairs;
  double sum = 0;
  std::array<double, 5> odds{};
  for (double& one : odds) {
    one = random.real() < 0.2 ? 0 : std::exp(-8 * random.real());
    sum += one;
  }
  for (std::size_t i = 0; i < odds.size(); ++i) {
    pairs.by_half_points[i] = sum == 0 ? 5 : std::llround(total * odds[i] / sum);
  }
  return pairs;
}

/// "1 1 6 11 11"
inline std::string text(const PairCounts& pairs) {
  std::string text;
  for (const std::int64_t count : pairs.by_half_points) {
    text += (text.empty() ? "" : " ") + std::to_string(count);
  }
  return text;
}

}  // namespace referee::comparison::pentanomials
