#include "referee/score/score_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "referee/score/score_report.h"
#include "tests/referee/score/sample_scores.h"
#include "tests/support/random_cases.h"

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
  for (int trial = 0; trial < test_support::random_cases(50); ++trial) {
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

ScoreReport report_with(Visibility visibility) {
  return samples::report({samples::item("1", 5, 5), samples::secret_item("2", visibility)});
}

TEST(ForStudent, LeavesWhatIsVisible) {
  const ScoreReport seen = for_student(samples::report({samples::item("1", 5, 5)}), false);
  EXPECT_FALSE(seen.items[0].withheld);
  EXPECT_EQ(seen.items[0].games.size(), 1U);
  EXPECT_EQ(seen.items[0].measured, "mean score 88, asked: at least 100");
  EXPECT_EQ(seen.seed, 42U);
}

// "hidden: points and fault kind only; no view, seed, record, replay command or stderr"
TEST(ForStudent, TakesAwayAllButPointsStatusAndKinds) {
  const ScoreReport report = report_with(Visibility::hidden);
  const ScoreReport seen = for_student(report, true);
  EXPECT_EQ(seen.seed, std::nullopt);
  const ScoredItem& item = seen.items[1];
  EXPECT_TRUE(item.withheld);
  EXPECT_EQ(item.number, "2");
  EXPECT_EQ(item.name, "item 2");
  EXPECT_EQ(item.points, 4);
  EXPECT_EQ(item.max_points, 10);
  EXPECT_EQ(item.status, ItemStatus::partial);
  EXPECT_EQ(item.why_not + item.measured, "");
  EXPECT_EQ(item.seconds, 0);
  ASSERT_EQ(item.games.size(), 2U) << "those with a fault";
  for (const ScoredGame& game : item.games) {
    EXPECT_EQ(game.id + game.instance + game.result + game.how_bot_ended, "");
    EXPECT_EQ(game.stderr_tail + game.record + game.replay, "");
    EXPECT_TRUE(game.opponents.empty());
    EXPECT_TRUE(game.scores.empty());
    EXPECT_EQ(game.seat + game.rank + game.fault->turn + game.faults, 0);
    EXPECT_EQ(game.seconds, 0);
    EXPECT_EQ(game.fault->message + game.fault->view + game.fault->answer, "");
  }
  EXPECT_EQ(item.games[0].fault->verdict, "illegal");
  EXPECT_EQ(item.games[1].fault->verdict, "late");
  EXPECT_EQ(seen.points, report.points);
  EXPECT_FALSE(seen.items[0].withheld);
}

TEST(ForStudent, LeavesWhatIsForLaterToAGraderThatWithholdsIt) {
  const ScoreReport report = report_with(Visibility::after_published);
  EXPECT_TRUE(for_student(report, false).items[1].withheld);
  const ScoreReport seen = for_student(report, true);
  EXPECT_FALSE(seen.items[1].withheld);
  EXPECT_EQ(seen.items[1].measured, samples::kSecret);
}

TEST(ForStudent, IsTheSameTwice) {
  const ScoreReport once = for_student(report_with(Visibility::hidden), false);
  const ScoreReport twice = for_student(once, false);
  EXPECT_EQ(twice.items[1].games.size(), once.items[1].games.size());
  EXPECT_EQ(twice.seed, std::nullopt);
}

}  // namespace

}  // namespace referee::score
