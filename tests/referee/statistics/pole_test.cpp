#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "referee/statistics/sprt.h"
#include "referee/statistics/strength.h"
#include "tests/referee/statistics/all_pentanomials.h"
#include "tests/referee/statistics/drawing.h"
#include "tests/referee/statistics/second_fit.h"
#include "tests/support/random_cases.h"

// Counts whose fit lies near a pole of the slope, and all others that are few, by a second method.
namespace referee::comparison {
namespace {

using Model = Sprt::Model;

PairCounts mirrored(PairCounts pairs) {
  std::reverse(pairs.by_half_points.begin(), pairs.by_half_points.end());
  return pairs;
}

double llr(const PairCounts& pairs, double elo0, double elo1, Model model) {
  return Sprt({elo0, elo1, 0.05, 0.05, model}).llr(pairs);
}

/// Expects it of the pairs, and its negative of the pairs as the other player sees them.
void expect_llr(const PairCounts& pairs, double elo1, Model model, double expected) {
  EXPECT_NEAR(llr(pairs, 0, elo1, model), expected, 6e-3) << pairs.by_half_points[0];
  EXPECT_NEAR(llr(mirrored(pairs), -elo1, 0, model), -expected, 6e-3) << pairs.by_half_points[0];
}

// The values of fastchess and OpenBench, which solve M. Van den Bergh's equations. Newton's first step goes
// to a pole within rounding here; what was taken for the root there was -6.72 of the first one, "0 is
// accepted".
TEST(SprtNearAPole, HasTheLikelihoodRatiosOfOthers) {
  expect_llr(PairCounts{{1, 1, 6, 11, 11}}, 20, Model::normalized, 1.531);
  expect_llr(PairCounts{{1, 1, 6, 11, 11}}, 20, Model::logistic, 1.472);
  expect_llr(PairCounts{{2, 1, 5, 19, 10}}, 20, Model::normalized, 1.735);
  expect_llr(PairCounts{{1, 2, 0, 14, 3}}, 20, Model::normalized, 0.857);
  expect_llr(PairCounts{{0, 11, 13, 1, 1}}, 50, Model::normalized, -2.272);
}

TEST(EloNearAPole, HasItsInterval) {
  const Interval even = elo_difference(PairCounts{{2, 17, 62, 17, 2}});
  EXPECT_NEAR(even.low, -25.05, 5e-3);
  EXPECT_NEAR(even.high, 25.05, 5e-3);
  EXPECT_NEAR(elo_difference(PairCounts{{0, 23, 56, 19, 2}}).high, 25.44, 5e-3);
  EXPECT_NEAR(elo_difference(PairCounts{{1, 20, 100, 0, 5}}).low, -34.23, 5e-3);
  EXPECT_NEAR(elo_difference(PairCounts{{3, 11, 5, 1, 1}}).high, -23.76, 5e-3);
}

double error_allowed(second::Real expected) { return 1e-7 * (1 + std::abs(static_cast<double>(expected))); }

// bench/search/pentanomials goes on to 24 pairs, more hypotheses and larger numbers.
TEST(AllPentanomials, HaveTheLikelihoodRatioAndIntervalOfASecondMethod) {
  for (int pairs = 1; pairs <= 9; ++pairs) {
    pentanomials::for_each(pairs, [](const PairCounts& counts) {
      const second::Real logistic = second::logistic_llr(counts, 0, 20);
      ASSERT_NEAR(llr(counts, 0, 20, Model::logistic), logistic, error_allowed(logistic))
          << pentanomials::text(counts);
      if (counts.by_half_points[4] < counts.pairs()) {
        const second::Real high = second::high_elo(counts);
        ASSERT_NEAR(elo_difference(counts).high, high, error_allowed(high)) << pentanomials::text(counts);
      }
    });
  }
}

TEST(AllPentanomials, HaveTheNormalizedLikelihoodRatioOfASecondMethod) {
  for (int pairs = 1; pairs <= 5; ++pairs) {
    pentanomials::for_each(pairs, [](const PairCounts& counts) {
      const second::Real normalized = second::normalized_llr(counts, -30, 60, 60);
      ASSERT_NEAR(llr(counts, -30, 60, Model::normalized), normalized, error_allowed(normalized))
          << pentanomials::text(counts);
    });
  }
}

// Whatever is asked of whatever counts: a number, and an interval around the estimate.
TEST(RandomPentanomials, HaveAnIntervalAroundTheEstimate) {
  drawing::Random random(39);
  for (int sample = 0; sample < test_support::random_cases(300); ++sample) {
    const PairCounts counts = pentanomials::random(random);
    for (const Interval& interval : {elo_difference(counts), normalized_elo(counts)}) {
      ASSERT_LE(interval.low, interval.estimate) << pentanomials::text(counts);
      ASSERT_LE(interval.estimate, interval.high) << pentanomials::text(counts);
    }
    ASSERT_TRUE(std::isfinite(llr(counts, -1000, 1000, Model::normalized))) << pentanomials::text(counts);
    const second::Real logistic = second::logistic_llr(counts, -10, 10);
    ASSERT_NEAR(llr(counts, -10, 10, Model::logistic), logistic, error_allowed(logistic))
        << pentanomials::text(counts);
  }
}

}  // namespace
}  // namespace referee::comparison
