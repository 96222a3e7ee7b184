#include "referee/rating/elo_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace referee::rating {
namespace {

TEST(EloScale, IsOneWithoutTies) {
  for (const std::size_t table : {2, 3, 4, 17}) {
    EXPECT_NEAR(elo_scale(table, {}), 1, 1e-12) << table;
  }
}

TEST(EloScale, OfTwoIsTheSlopeOfDavidsonsScore) {
  const std::vector<TieWeight> ties{{2, 1.5}};
  EXPECT_NEAR(elo_scale(2, ties), 2 / (2 + 1.5), 1e-12);
}

/// The mean result of player 0 against player 1 at a table with these strengths, by going through all orders.
double result_of(const std::vector<double>& strengths, const std::vector<TieWeight>& ties) {
  const auto weight = [&](unsigned group) {
    double product = 1;
    int size = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      if (((group >> i) & 1U) != 0) {
        product *= strengths[i];
        ++size;
      }
    }
    double factor = size == 1 ? 1 : 0;
    for (const TieWeight& tie : ties) {
      factor = static_cast<int>(tie.size) == size ? tie.weight : factor;
    }
    return factor * std::pow(product, 1.0 / size);
  };
  const std::function<double(unsigned)> of = [&](unsigned left) {
    double sum = 0;
    double result = 0;
    for (unsigned group = left; group != 0; group = (group - 1) & left) {
      const double w = weight(group);
      sum += w;
      if (w > 0) {
        result += w * ((group & 3U) == 3   ? 0.5
                       : (group & 3U) == 1 ? 1
                       : (group & 3U) == 2 ? 0
                                           : of(left & ~group));
      }
    }
    return result / sum;
  };
  return of((1U << strengths.size()) - 1);
}

// "near equality it says of the mean result ... what a difference of Elo does": a quarter of it.
TEST(EloScale, OfATableIsTheSlopeOfTheMeanResult) {
  const std::vector<TieWeight> ties{{2, 0.8}, {4, 2.5}};
  for (const std::size_t table : {2, 3, 4, 5}) {
    std::vector<double> strengths(table, 1);
    strengths[0] = std::exp(1e-5);
    const double up = result_of(strengths, ties);
    strengths[0] = std::exp(-1e-5);
    EXPECT_NEAR(elo_scale(table, ties), (up - result_of(strengths, ties)) / 2e-5 * 4, 1e-8) << table;
  }
}

}  // namespace
}  // namespace referee::rating
