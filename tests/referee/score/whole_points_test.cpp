#include "referee/score/whole_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/referee/score/sample_scores.h"

namespace referee::score {
namespace {

using samples::item;
using samples::report;
using testing::ElementsAre;

std::vector<std::int64_t> points_of(const ScoreReport& report) {
  std::vector<std::int64_t> points;
  for (const WholePoints& item : whole_points(report)) {
    points.push_back(item.points);
  }
  return points;
}

std::vector<std::int64_t> greatest_of(const ScoreReport& report) {
  std::vector<std::int64_t> points;
  for (const WholePoints& item : whole_points(report)) {
    points.push_back(item.max_points);
  }
  return points;
}

TEST(WholePoints, AddUpToTheRoundedSum) {
  const ScoreReport halves =
      report({item("1", 0.5, 1), item("2", 0.5, 1), item("3", 0.5, 1), item("4", 0.5, 1)});
  EXPECT_THAT(points_of(halves), ElementsAre(1, 0, 1, 0)) << "2 in all, not 4";
  EXPECT_THAT(greatest_of(halves), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(points_of(report({item("1", 21, 21), item("2", 12.4, 25)})), ElementsAre(21, 12));
}

TEST(WholePoints, MakeAStairOfLevels) {
  // Light Cycle: 21, 25 or 30 points, the best counts.
  ScoreReport levels = report({item("1", 21, 21), item("3", 0, 30), item("2", 25, 25)});
  levels.points = 25;
  levels.max_points = 30;
  EXPECT_THAT(points_of(levels), ElementsAre(21, 0, 4));
  EXPECT_THAT(greatest_of(levels), ElementsAre(21, 5, 4));
  levels.points = 0;
  EXPECT_THAT(points_of(levels), ElementsAre(0, 0, 0));
}

TEST(WholePoints, AreNeverMoreThanAnItemHas) {
  std::mt19937_64 random(1);
  const auto tenths = [&](std::uint64_t most) { return static_cast<double>(random() % (10 * most)) / 10; };
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<ScoredItem> items;
    for (int i = 0; i < 6; ++i) {
      const double most = tenths(4);
      items.push_back(item("1", std::min(most, tenths(4)), most));
    }
    const ScoreReport scored = report(items);
    WholePoints sum;
    for (const WholePoints& whole : whole_points(scored)) {
      EXPECT_GE(whole.points, 0);
      EXPECT_LE(whole.points, whole.max_points);
      sum.points += whole.points;
      sum.max_points += whole.max_points;
    }
    EXPECT_EQ(sum.max_points, std::llround(scored.max_points));
    EXPECT_EQ(sum.points, std::llround(scored.points));
  }
}

}  // namespace
}  // namespace referee::score
