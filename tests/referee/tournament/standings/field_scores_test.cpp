#include "referee/tournament/standings/field_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::ElementsAre;

// Tournaments 9.3: the mean score, and more that is shown. Checked against R's summary() and
// sd(x) / sqrt(length(x)).
TEST(ScoreSummary, IsThatOfTheScores) {
  const ScoreSummary summary = summary_of({7, 1, 3, 10});
  EXPECT_EQ(summary.count, 4U);
  EXPECT_DOUBLE_EQ(summary.mean, 5.25);
  EXPECT_DOUBLE_EQ(summary.minimum, 1);
  EXPECT_DOUBLE_EQ(summary.lower_quartile, 2.5);
  EXPECT_DOUBLE_EQ(summary.median, 5);
  EXPECT_DOUBLE_EQ(summary.upper_quartile, 7.75);
  EXPECT_DOUBLE_EQ(summary.maximum, 10);
  ASSERT_TRUE(summary.standard_error);
  EXPECT_NEAR(*summary.standard_error, 2.0155644370746373, 1e-12);
}

TEST(ScoreSummary, OneScoreHasNoStandardError) {
  const ScoreSummary summary = summary_of({42});
  EXPECT_EQ(summary.mean, 42);
  EXPECT_EQ(summary.lower_quartile, 42);
  EXPECT_EQ(summary.maximum, 42);
  EXPECT_EQ(summary.standard_error, std::nullopt);
}

TEST(ScoreSummary, EqualScoresHaveNoSpread) { EXPECT_EQ(summary_of({5, 5, 5}).standard_error, 0.0); }

TEST(ScoreSummary, WithoutScoresThereIsNothing) { EXPECT_EQ(summary_of({}).count, 0U); }

// The mean after each game.
TEST(FieldScores, TheRunningAverageIsThatOfTheScoresSoFar) {
  const FieldScores scores{{10.0, 20.0, std::nullopt, 0.0}, {}};
  EXPECT_THAT(scores.running_average(), ElementsAre(10.0, 15.0, std::nullopt, 10.0));
}

}  // namespace
}  // namespace referee
