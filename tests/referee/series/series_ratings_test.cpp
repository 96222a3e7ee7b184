#include "referee/series/series_ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "referee/statistics/paired.h"
#include "tests/referee/series/summaries.h"

namespace referee {
namespace {

using test_support::add_games;
using testing::AllOf;
using testing::Gt;
using testing::Lt;

/// On each instance the stronger of two neighbours wins both games, but for one that is drawn.
SeriesResults scale_of_three(std::int64_t groups) {
  SeriesResults results({"a", "b", "c"}, SeriesPlan::neighbours(3, 2, groups));
  for (std::int64_t group = 0; group < groups; ++group) {
    add_games(results, 4 * group + 1, {{0, 1, 0}, {0, 0, 0}, {0, 1, 2}, {0, 1, 2}});
  }
  return results;
}

TEST(SeriesRatings, LevelsCountFromTheFirstOfAScale) {
  const auto levels = levels_of(scale_of_three(30));
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0], (comparison::Interval{0, 0, 0}));
  EXPECT_THAT(levels[1].estimate, AllOf(Gt(100), Lt(300)));  // 75 % of the points are 191 Elo
  EXPECT_GT(levels[2].estimate, levels[1].estimate);
  for (std::size_t place = 1; place < levels.size(); ++place) {
    EXPECT_LT(levels[place].low, levels[place].estimate);
    EXPECT_GT(levels[place].high, levels[place].estimate);
  }
  const auto few = levels_of(scale_of_three(8));
  EXPECT_GT(few[1].high - few[1].low, levels[1].high - levels[1].low) << "fewer games tell less";
}

TEST(SeriesRatings, TheLevelInAGameOfOneSeatIsTheMeanScore) {
  SeriesResults results({"a", "b"}, SeriesPlan::neighbours(2, 1, 3));
  add_games(results, 1, {{10, 0}, {0, 7}, {20, 0}, {0, 7}, {30, 0}, {0, 7}});
  const auto levels = levels_of(results);
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0], comparison::interval_of_mean(std::vector<double>{10, 20, 30}));
  EXPECT_NEAR(levels[0].high, 20 + 4.302653 * 10 / std::sqrt(3),
              1e-5);  // Student's t with 2 degrees of freedom
  EXPECT_EQ(levels[1], (comparison::Interval{7, 7, 7}));
}

}  // namespace
}  // namespace referee
